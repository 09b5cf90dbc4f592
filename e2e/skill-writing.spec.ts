/** Writing a skill, where it meets the rest of the app: what changes elsewhere, what is nearly lost, what the list does. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { projectFolder } from './electron-path.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from './pages/window.ts'

const instruction = (page: Page) => page.getByRole('textbox', { name: 'Instruction' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const handles = (page: Page, kind: string) => instruction(page).locator(`.cm-handle-${kind}`)

async function newSkill(page: Page, handle: string): Promise<void> {
  await goTo(page, 'skills')
  await page.getByRole('button', { name: /New skill|Go on writing/ }).click()
  await page.getByLabel('Handle').fill(handle)
  await instruction(page).click()
}

async function chooseIn(page: Page, handle: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More for @${handle}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The command line in the same profile, while the app runs. */
function onCommandLine(profile: string, args: readonly string[], input = ''): void {
  const pixie = [join(projectFolder, 'bin/pixie.mjs'), '--profile', profile, ...args]
  execFileSync(process.execPath, pixie, { input, stdio: 'pipe' })
}

test('a handle that is pasted or composed cannot hold a space either', async ({ page }) => {
  await newSkill(page, '  @Weekly   Report (2026)  ')
  await expect(page.getByLabel('Handle')).toHaveValue('weekly-report-2026-')
  await page.getByLabel('Handle').fill('😀')
  await expect(page.getByLabel('Handle')).toHaveValue('')
  await expect(save(page)).toBeDisabled()
  await page.getByLabel('Handle').fill('CAFE\u0301 週 報')
  await expect(page.getByLabel('Handle')).toHaveValue('café-週-報')
})

test('the picker takes a click, never offers the skill itself, and stays shut inside words and code', async ({
  page,
}) => {
  await newSkill(page, 'find-mine')
  const picker = page.getByRole('listbox')
  await page.keyboard.insertText('`code `')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('@find')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' ada@find')
  // Time enough to open, were it to open.
  await page.waitForTimeout(500)
  await expect(picker).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('「@find')
  await expect(picker.getByRole('option')).toHaveText([/@find-file.*tool · Files/])
  await page.waitForTimeout(200)
  await picker.getByRole('option').click()
  await page.keyboard.type('」。')
  await expect(instruction(page)).toHaveText('「@find-file」。')
})

test('a skill may mention itself, and a long summary or one like another is warned of', async ({ page }) => {
  await newSkill(page, 'loop')
  await page.keyboard.insertText('Again @loop, then @current-date.')
  await expect(handles(page, 'skill')).toHaveText('@loop')
  await expect(page.getByText(/^It is empty/)).toBeVisible()
  await page.getByLabel('Summary').fill('word '.repeat(200))
  await expect(page.getByText(/^It is long/)).toBeVisible()
  await save(page).click()
  await expect(page.getByRole('heading', { name: '@loop' })).toBeVisible()
})

test('what the command line does to skills is seen in the open editor, and overwrites nothing', async ({
  page,
  profile,
}) => {
  await goTo(page, 'skills')
  await page.getByRole('row', { name: /^@search-info/ }).click()
  await expect(handles(page, 'skill')).toHaveText('@fetch-file')
  await page.getByLabel('Summary').fill('Mine.')
  onCommandLine(profile, ['skills', 'rename', 'fetch-file', 'get-file'])
  await expect(handles(page, 'skill')).toHaveText('@get-file')
  await expect(page.getByLabel('Summary')).toHaveValue('Mine.')
  onCommandLine(profile, ['skills', 'save', '-', '--id', 'get-file'], '{"enabled": false}')
  await expect(handles(page, 'off')).toHaveText('@get-file')
  await save(page).click()
  await page.getByRole('button', { name: 'All skills', exact: true }).click()
  await expect(page.getByRole('row', { name: /^@search-info/ })).toContainText('Mentions @get-file, which is')
})

test('a killed app loses no word of a skill', async ({ page, app, launch }) => {
  await newSkill(page, 'prep')
  await page.keyboard.insertText('Half a thought')
  await expect(page.getByText('Draft kept')).toBeVisible()
  app.process().kill('SIGKILL')
  const again = await (await launch()).firstWindow()
  await goTo(again, 'skills')
  await again.getByRole('button', { name: 'Go on writing' }).click()
  await expect(instruction(again)).toHaveText('Half a thought')
})

test('a window that closes a moment after the last key takes no word with it', async ({
  page,
  app,
  launch,
}) => {
  await goTo(page, 'skills')
  await page.getByRole('row', { name: /^@search-info/ }).click()
  await instruction(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Last')
  await page.waitForTimeout(400)
  const closed = app.waitForEvent('close')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await closed
  const again = await (await launch()).firstWindow()
  await goTo(again, 'skills')
  await again.getByRole('row', { name: /^@search-info/ }).click()
  await expect(instruction(again)).toHaveText(/ Last$/)
})

test('examples are kept with a skill, and asked of the planner before saving, each left out of its own prompt', async ({
  page,
}) => {
  await newSkill(page, 'prep')
  await page.getByLabel('Summary').fill('Prepares meetings.')
  await page.getByLabel('Try a request').fill('Hello there')
  await expect(page.getByText(/^No tool: 9\d%$/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep as an example of this skill' }).click()
  await expect(page.getByText('was left out of the prompt for this')).toBeVisible()
  const examples = page.getByRole('region', { name: 'Example requests' })
  await expect(examples).toContainText('Hello there goes to no tool')
  await expect(examples.getByText(/\d+ of \d+ go elsewhere\./)).toBeVisible({ timeout: 20_000 })
  await save(page).click()
  await expect(page.getByRole('heading', { name: '@prep' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove the example Hello there' })).toBeVisible()
})

test('the list searches, duplicates, switches off, exports and deletes with a way back', async ({
  page,
  app,
  folder,
}) => {
  await goTo(page, 'skills')
  const rows = page.getByRole('grid', { name: 'Skills' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await page.getByLabel('Search skills').fill('calendar')
  await expect(rows).toHaveText([/@check-schedule/])
  await chooseIn(page, 'check-schedule', 'Duplicate')
  await page.getByRole('button', { name: 'All skills', exact: true }).click()
  await expect(page.getByRole('row', { name: /^@check-schedule-2, Only when another/ })).toBeVisible()
  await chooseIn(page, 'check-schedule-2', 'Switch off')
  await expect(page.getByRole('row', { name: '@check-schedule-2, Off' })).toBeVisible()
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
  }, folder)
  await chooseIn(page, 'check-schedule-2', 'Export…')
  const file = join(folder, 'check-schedule-2/SKILL.md')
  await expect.poll(() => existsSync(file)).toBe(true)
  expect(readFileSync(file, 'utf8')).toMatch(/^---\nname: check-schedule-2\ndescription: .*@calendar/s)
  await chooseIn(page, 'check-schedule-2', 'Delete')
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: '@check-schedule-2, Off' })).toBeVisible()
})
