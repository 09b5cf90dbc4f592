import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from './fixtures.ts'
import { goTo } from './pages/window.ts'

const instruction = (page: Page) => page.getByRole('textbox', { name: 'Instruction' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

async function write(page: Page, handle: string, steps: string): Promise<void> {
  await goTo(page, 'skills')
  await page.getByRole('button', { name: /New skill|Go on writing/ }).click()
  await page.getByLabel('Handle').fill(handle)
  await instruction(page).click()
  await page.keyboard.insertText(steps)
}

test('the handle is sanitised as it is typed, and the footer says what it resolves to and why', async ({
  page,
}) => {
  await goTo(page, 'skills')
  await page.getByRole('button', { name: 'New skill' }).click()
  await page.getByLabel('Handle').pressSequentially('Find  File')
  await expect(page.getByLabel('Handle')).toHaveValue('find-file')
  await expect(page.getByText('@find-file is a tool.')).toBeVisible()
  await expect(page.getByText('@find-file-2')).toBeVisible()
  await page.getByLabel('Summary').fill('One line.\nAnd another.')
  await expect(page.getByText(/2 lines, ~?\d+ tokens/)).toBeVisible()
})

test('@ offers skills and tools by keyboard, and one insertion is one step back', async ({ page }) => {
  await write(page, 'prep', 'これは')
  await page.keyboard.type('@fetch')
  const picker = page.getByRole('listbox')
  await expect(picker.getByRole('option')).toHaveText([/@fetch-file.*skill/])
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
  await expect(page.getByLabel('Handle')).toHaveValue('prep')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('Use (')
  await page.keyboard.type('@find')
  await expect(picker.getByRole('option').first()).toHaveText(/@find-file.*tool · Files/)
  // The picker takes Enter a moment after it opened, so that a fast typist does not pick by accident.
  await page.waitForTimeout(200)
  await page.keyboard.press('Enter')
  await page.keyboard.type('), then')
  await expect(instruction(page)).toHaveText('Use (@find-file), then')
  await expect(instruction(page).locator('.cm-handle-tool')).toHaveText('@find-file')
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(instruction(page)).toHaveText('Use (@find')
})

test('an unknown mention is listed, shown, corrected, and only then saved', async ({ page }) => {
  await write(page, 'prep', 'Look with @grep-memry first.')
  const list = page.getByRole('list', { name: 'Unknown mentions' })
  await expect(list).toContainText('@grep-memry — unknown, remove it to save.')
  await expect(save(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Show @grep-memry' }).click()
  await expect(instruction(page)).toBeFocused()
  await list.getByRole('button', { name: '@grep-memory' }).click()
  await expect(list).toHaveCount(0)
  await expect(save(page)).toBeEnabled()
  await save(page).click()
  await expect(page.getByRole('heading', { name: '@prep' })).toBeVisible()
})

test('what is not saved waits over a restart, and leaving asks', async ({ page, app, launch }) => {
  await write(page, 'prep', 'Half a thou')
  await expect(page.getByText('Draft kept')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Chat' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await app.close()
  const again = await (await launch()).firstWindow()
  await goTo(again, 'skills')
  await again.getByRole('button', { name: 'Go on writing' }).click()
  await expect(instruction(again)).toHaveText('Half a thou')
})

test('a rename is followed everywhere and taken back with one press', async ({ page }) => {
  await goTo(page, 'skills')
  await page.getByRole('row', { name: /@fetch-file/ }).click()
  await page.getByLabel('Handle').fill('get-file')
  await expect(save(page)).toBeEnabled()
  await save(page).click()
  await expect(page.getByText('Renamed @fetch-file to @get-file, also in 1 other skill')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: '@fetch-file' })).toBeVisible()
  await page.getByRole('button', { name: 'All skills', exact: true }).click()
  await expect(page.getByRole('row', { name: /@fetch-file/ })).toContainText('Used by @search-info')
})

test('deleting a mentioned skill names who mentions it', async ({ page }) => {
  await goTo(page, 'skills')
  await page.getByRole('button', { name: 'More for @fetch-file' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: '@fetch-file is still mentioned' })
  await expect(dialog).toContainText('@search-info mentions it')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByRole('row', { name: /@fetch-file/ })).toBeVisible()
})

test('an imported skill says what is hidden in it and what cannot be honoured', async ({
  page,
  app,
  folder,
}) => {
  const skill = join(folder, 'prep')
  mkdirSync(skill)
  writeFileSync(
    join(skill, 'SKILL.md'),
    '---\nname: prep\ndescription: Preps.\n---\n\nUse @calendar\u200b.\n',
  )
  writeFileSync(join(skill, 'run.py'), '')
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
  }, skill)
  await goTo(page, 'skills')
  await page.getByRole('button', { name: 'Import…' }).click()
  const report = page.getByRole('dialog', { name: 'Imported one skill' })
  await expect(report).toContainText('zero-width space, U+200B')
  await expect(report).toContainText('Not used here: run.py')
  await report.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /@prep, Off/ })).toBeVisible()
})

test('beside the text stand what it binds, what it costs, and whether it would be picked', async ({
  page,
}) => {
  await write(page, 'prep', 'First @current-date, then @fetch-file.')
  const bound = page.getByRole('region', { name: 'What it binds' }).getByRole('listitem')
  await expect(bound).toHaveText([
    '@current-date',
    '@fetch-file',
    '@list-devicesnot shown to the follower',
    '@find-file',
  ])
  await expect(page.getByText(/^Fits with the longest question/)).toBeVisible()
  await page.getByLabel('Try a request').fill('What is my passport number?')
  const picks = page.getByRole('list', { name: 'What the planner would pick' })
  await expect(picks.getByRole('listitem').first()).toContainText('@search-info')
  await expect(picks).toContainText('%')
})

test('a handle says what it is on hover, and opens with the platform key and a click', async ({ page }) => {
  await write(page, 'prep', 'First @fetch-file.')
  const handle = instruction(page).locator('.cm-handle-skill')
  await handle.hover()
  await expect(page.locator('.cm-handle-tip')).toContainText('@fetch-file · skill')
  await handle.click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep for later' }).click()
  await expect(page.getByRole('heading', { name: '@fetch-file' })).toBeVisible()
})
