/** What is written and not saved: kept through every way to end, told of when it was overtaken, asked about on leaving. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { projectFolder } from './electron-path.ts'
import { expect, test } from './fixtures.ts'
import { firstScreen } from './launch.ts'
import { chatPage } from './pages/chat.ts'
import { goTo } from './pages/window.ts'

const base = (page: Page) => page.getByRole('textbox', { name: 'Base instructions' })
const instruction = (page: Page) => page.getByRole('textbox', { name: 'Instruction' })
const summary = (page: Page) => page.getByRole('textbox', { name: 'Summary' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const note = (page: Page) => page.getByRole('status', { name: 'Changed elsewhere' })
const question = (page: Page) => page.getByRole('alertdialog')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function openSkill(page: Page, handle: string): Promise<void> {
  await goTo(page, 'skills')
  await page.getByRole('row', { name: new RegExp(`^@${handle}`) }).click()
  await instruction(page).waitFor()
}

/** At the end of what stands there. */
async function typeInto(page: Page, field: ReturnType<typeof base>, text: string): Promise<void> {
  await field.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(text)
}

/** The command line in the same profile. */
function onCommandLine(profile: string, args: readonly string[], input = ''): void {
  const pixie = [join(projectFolder, 'bin/pixie.mjs'), '--profile', profile, ...args]
  execFileSync(process.execPath, pixie, { input, stdio: 'pipe' })
}

async function chooseInPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'What do you want to do?' }).fill(words)
  await page.keyboard.press('Enter')
}

const endings: Readonly<Record<string, (app: ElectronApplication) => Promise<unknown>>> = {
  'closing the window': (app) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
  quitting: (app) => app.evaluate(({ app: electron }) => electron.quit()),
  SIGTERM: async (app) => app.process().kill('SIGTERM'),
}

/** Without a pause after the last key. */
async function endBy(app: ElectronApplication, how: string): Promise<void> {
  const closed = app.waitForEvent('close')
  await endings[how]?.(app)
  await closed
}

for (const how of Object.keys(endings)) {
  test(`the key pressed last before ${how} is not lost: skill, base, composer`, async ({ launch }) => {
    const first = await launch()
    const skillPage = await firstScreen(first)
    await openSkill(skillPage, 'search-info')
    await typeInto(skillPage, instruction(skillPage), ' Last')
    await endBy(first, how)

    const second = await launch()
    const basePage = await firstScreen(second)
    await openSkill(basePage, 'search-info')
    await expect(instruction(basePage)).toHaveText(/ Last$/)
    await basePage.getByRole('button', { name: 'Discard' }).click()
    await goTo(basePage, 'alignment')
    await typeInto(basePage, base(basePage), ' Last')
    await endBy(second, how)

    const third = await launch()
    const chat = await firstScreen(third)
    await goTo(chat, 'alignment')
    await expect(base(chat)).toHaveText(/ Last$/)
    await expect(chat.getByText('Draft kept')).toBeVisible()
    await chat.getByRole('button', { name: 'Discard' }).click()
    await goTo(chat, 'chat')
    await chatPage(chat).composer.click()
    await chat.keyboard.type('Last')
    await endBy(third, how)

    await expect(chatPage(await firstScreen(await launch())).composer).toHaveValue('Last')
  })
}

test('a page that hangs holds up quitting for a moment only', async ({ page, app }) => {
  await chatPage(page).composer.click()
  page
    .evaluate(() => {
      for (;;);
    })
    .catch(() => undefined)
  const asked = Date.now()
  const gone = new Promise((resolve) => app.process().once('exit', resolve))
  app.process().kill('SIGTERM')
  await gone
  expect(Date.now() - asked).toBeLessThan(3000)
})

test('base instructions of a killed app come back, say that the saved ones changed meanwhile, and go when they are saved', async ({
  page,
  app,
  profile,
  launch,
}) => {
  await goTo(page, 'alignment')
  await typeInto(page, base(page), ' Half a thought')
  await expect(page.getByText('Draft kept')).toBeVisible()
  app.process().kill('SIGKILL')
  onCommandLine(profile, ['alignment', 'set', '-'], 'Be kind.')
  const again = await firstScreen(await launch())
  await goTo(again, 'alignment')
  await expect(base(again)).toHaveText(/Half a thought$/)
  await expect(note(again)).toContainText('What is saved was changed elsewhere')
  await expect(save(again)).toBeDisabled()
  await again.getByRole('button', { name: 'Compare Base instructions' }).click()
  await expect(again.getByRole('list', { name: 'Differences' })).toContainText('Theirs: Be kind.')
  await again.getByRole('dialog').getByRole('button', { name: 'Keep mine' }).click()
  await expect(note(again)).toHaveCount(0)
  await save(again).click()
  await expect(again.getByText('Saved. The next turn reads it.')).toBeVisible()
  await goTo(again, 'chat')
  await goTo(again, 'alignment')
  await expect(base(again)).toHaveText(/Half a thought$/)
  await expect(again.getByRole('button', { name: 'Discard' })).toHaveCount(0)
})

test('an open skill that another process renames goes on under its new handle, its draft too', async ({
  page,
  profile,
}) => {
  await openSkill(page, 'search-info')
  await summary(page).fill('Mine.')
  onCommandLine(profile, ['skills', 'rename', 'search-info', 'look-up'])
  await expect(heading(page, '@look-up')).toBeVisible()
  await expect(page.getByLabel('Handle')).toHaveValue('look-up')
  await expect(summary(page)).toHaveValue('Mine.')
  await page.getByRole('button', { name: 'All skills', exact: true }).click()
  await question(page).getByRole('button', { name: 'Keep for later' }).click()
  const row = page.getByRole('row', { name: /^@look-up/ })
  await expect(row).toContainText('Unsaved changes')
  await expect(page.getByRole('row', { name: /^@search-info/ })).toHaveCount(0)
  await row.click()
  await expect(summary(page)).toHaveValue('Mine.')
  await expect(page.getByLabel('Handle')).toHaveValue('look-up')
})

test('a draft that waited while its skill was changed says what changed, and saves over nothing unasked', async ({
  page,
  profile,
}) => {
  await openSkill(page, 'search-info')
  await summary(page).fill('Mine.')
  await page.getByRole('button', { name: 'All skills', exact: true }).click()
  await question(page).getByRole('button', { name: 'Keep for later' }).click()
  const theirs = { shortDescription: 'Theirs.', detailedBody: 'Theirs: @find-file.' }
  onCommandLine(profile, ['skills', 'save', '-', '--id', 'search-info'], JSON.stringify(theirs))
  await openSkill(page, 'search-info')
  await expect(note(page)).toContainText('Taken over here: Instruction.')
  await expect(instruction(page)).toHaveText('Theirs: @find-file.')
  await expect(summary(page)).toHaveValue('Mine.')
  await expect(save(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Take theirs: Summary' }).click()
  await expect(summary(page)).toHaveValue('Theirs.')
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
})

test('leaving unsaved changes by the key for back and by the palette asks first', async ({ page }) => {
  await openSkill(page, 'search-info')
  await summary(page).fill('Mine.')
  await page.keyboard.press('ControlOrMeta+[')
  await question(page).getByRole('button', { name: 'Stay' }).click()
  await expect(heading(page, '@search-info')).toBeVisible()
  await chooseInPalette(page, 'notebook')
  await question(page).getByRole('button', { name: 'Stay' }).click()
  await expect(summary(page)).toHaveValue('Mine.')
  await chooseInPalette(page, 'back')
  await question(page).getByRole('button', { name: 'Discard them' }).click()
  await expect(heading(page, 'Skills')).toBeVisible()

  await goTo(page, 'alignment')
  await typeInto(page, base(page), ' Mine.')
  await chooseInPalette(page, 'settings privacy')
  await question(page).getByRole('button', { name: 'Keep for later' }).click()
  await expect(heading(page, 'Settings')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+[')
  await expect(base(page)).toHaveText(/ Mine\.$/)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('ControlOrMeta+[')
  await question(page).getByRole('button', { name: 'Discard them' }).click()
  await goTo(page, 'alignment')
  await expect(base(page)).not.toHaveText(/ Mine\.$/)
})
