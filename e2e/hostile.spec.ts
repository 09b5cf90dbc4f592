/** Names and texts of other people are shown as text wherever they stand, and do nothing. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { ElectronApplication } from 'playwright-core'
import { writeToyModel } from '../src/main/model/toy-gguf.ts'
import { projectFolder } from './electron-path.ts'
import { expect, test } from './fixtures.ts'
import { firstScreen } from './launch.ts'
import { chatPage } from './pages/chat.ts'
import { goTo } from './pages/window.ts'

const html = '<img src=x onerror="window.hacked=1"><b>bold</b>'
const link = '[click](javascript:window.hacked=1) ![x](https://images.example/x.png?q=secret)'
/** Turns what follows it around, so that a name can pose as another. */
const bidi = 'invoice\u202Efdp.exe'
/** How it is shown. */
const seen = 'invoice⟨U+202E⟩fdp.exe'

interface Bridge {
  call(name: string, params: unknown): Promise<{ ok: boolean; value: unknown; error?: unknown }>
}

/** Asks main as the page does. */
async function call(page: Page, name: string, params: unknown): Promise<unknown> {
  const outcome = await page.evaluate(
    ([asked, given]) => (Reflect.get(window, 'pixie') as Bridge).call(asked, given),
    [name, params] as const,
  )
  expect(outcome, `${name} works`).toMatchObject({ ok: true })
  return outcome.value
}

/** No text on the page and no word for screen readers has the sign itself in it. */
async function nothingTurned(page: Page): Promise<void> {
  const turned = await page.evaluate(() => [
    ...(document.body.textContent.match(/.*\u202E.*/g) ?? []),
    ...[...document.querySelectorAll('[aria-label*="\u202E"], [title*="\u202E"]')].map(
      ({ outerHTML }) => outerHTML,
    ),
  ])
  expect(turned).toEqual([])
}

/** The owner picks this in the next dialogs. */
async function pick(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, path)
}

async function nothingHappened(page: Page): Promise<void> {
  const state = await page.evaluate(() => ({
    hacked: 'hacked' in window,
    images: [...document.images].map(({ src }) => src),
    bold: [...document.querySelectorAll('main b')].length,
    links: [...document.links].map(({ href }) => href).filter((href) => !/^(https?|mailto):|#/.test(href)),
  }))
  expect(state).toEqual({ hacked: false, images: [], bold: 0, links: [] })
}

test('in a question and in the title of its chat', async ({ page }) => {
  const chat = chatPage(page)
  await chat.ask(`Hello ${html} ${link} ${bidi}`)
  await chat.finished()
  await expect(page.getByRole('region', { name: 'Your question' })).toContainText(html)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x')
  await nothingHappened(page)
})

test('in what the model writes: no image, no HTML, no script, and links that ask first', async ({
  app,
  page,
}) => {
  const chat = chatPage(page)
  await chat.ask('Show me a table')
  await chat.finished()
  await expect(chat.lastAnswer.getByRole('table')).toBeVisible()
  await expect(chat.lastAnswer).toContainText('<script>window.hacked = true</script>')
  await expect(chat.lastAnswer.getByRole('img')).toHaveCount(0)
  await nothingHappened(page)
  await app.evaluate(({ dialog }) => {
    const asked: string[] = []
    Object.assign(globalThis, { asked })
    dialog.showMessageBox = (...args: unknown[]) => {
      asked.push((args.at(-1) as { message: string }).message)
      return Promise.resolve({ response: 1, checkboxChecked: false })
    }
  })
  await chat.lastAnswer.getByRole('link', { name: /A link that shows its host/ }).click()
  const asked = () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
  await expect.poll(asked).toEqual(['Open example.org in your browser?'])
})

test('in notes, people, log lines and skills', async ({ page }) => {
  await call(page, 'notebook.add', { kind: 'person', subject: html, text: `${link} ${bidi}` })
  await goTo(page, 'Notebook')
  await expect(page.getByRole('main')).toContainText(html)
  await nothingHappened(page)
  await goTo(page, 'Memory')
  await nothingHappened(page)
})

test('in the names of files and folders', async ({ app, page, folder }) => {
  const granted = join(folder, `Papers ${'<img src=x onerror=alert(1)>'.replaceAll('/', '')}`)
  mkdirSync(granted)
  writeFileSync(join(granted, `${bidi}.txt`), `A text about otters. ${html} ${link}`)
  writeFileSync(join(granted, '<script>window.hacked=1<script>.txt'), 'Another text about otters.')
  await pick(app, granted)
  await goTo(page, 'Files')
  await page.getByRole('button', { name: 'Add folder…' }).first().click()
  await expect(page.getByRole('main')).toContainText('<img src=x onerror=alert(1)>')
  await nothingHappened(page)
})

test('in the events of a calendar', async ({ app, page, folder }) => {
  const file = join(folder, 'hostile.ics')
  const event = [
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART:20270310T100000Z',
    'DTEND:20270310T110000Z',
    `SUMMARY:${html} ${bidi}`,
    'END:VEVENT',
  ]
  writeFileSync(
    file,
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//EN', ...event, 'END:VCALENDAR', ''].join('\r\n'),
  )
  await pick(app, file)
  await goTo(page, 'Calendar')
  await page.getByRole('button', { name: 'Add calendar' }).first().click()
  await page.getByRole('menuitem', { name: 'Calendar file (.ics)…' }).click()
  await expect(page.getByRole('main')).toContainText('<img src=x onerror=')
  await nothingHappened(page)
})

/** A folder of that name with a calendar of that name in it. */
function hostileFolder(folder: string): { readonly papers: string; readonly calendar: string } {
  const papers = join(folder, bidi)
  mkdirSync(papers)
  const calendar = join(papers, `${bidi}.ics`)
  writeFileSync(
    calendar,
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//EN', 'END:VCALENDAR', ''].join('\r\n'),
  )
  return { papers, calendar }
}

test('in the rows of the settings: folders and calendars', async ({ app, page, folder }) => {
  const { papers, calendar } = hostileFolder(folder)
  await goTo(page, 'Settings')
  await page.getByRole('tab', { name: 'Agent → Context' }).click()
  await pick(app, papers)
  await page.getByRole('button', { name: 'Add a folder' }).click()
  await expect(page.getByRole('button', { name: `Stop reading ${seen}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Folders Pixie may read' })).toContainText(seen)
  await pick(app, calendar)
  await page.getByRole('button', { name: 'Add a calendar' }).click()
  await page.getByRole('menuitem', { name: 'A file (.ics)…' }).click()
  await expect(page.getByRole('region', { name: 'Calendars' })).toContainText(seen)
  await nothingTurned(page)
  await page.getByRole('button', { name: `Stop reading ${seen}` }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(seen)
  await nothingTurned(page)
})

test('in the names of files of models', async ({ launch, folder }) => {
  const model = join(folder, `${bidi}.gguf`)
  await writeToyModel(model)
  // The models of this machine, whose names are those of their files.
  const app = await launch({ script: null, env: { PIXIE_THREADS: '1' } })
  const page = await firstScreen(app)
  await goTo(page, 'Settings')
  await page.getByRole('tab', { name: 'Model' }).click()
  await pick(app, model)
  await page.getByRole('button', { name: 'Choose file…' }).click()
  await expect(page.getByRole('radiogroup').getByText(seen)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: `More for ${seen}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Model: ${seen}` })).toBeVisible()
  await nothingTurned(page)
})

test('in the titles and summaries of skills, and in what an import leaves out', async ({
  app,
  page,
  folder,
  profile,
}) => {
  const skill = { handle: 'weekly', title: bidi, shortDescription: `About ${bidi}.` }
  execFileSync(
    process.execPath,
    [join(projectFolder, 'bin/pixie.mjs'), '--profile', profile, 'skills', 'save', '-'],
    { input: JSON.stringify(skill), stdio: 'pipe' },
  )
  await goTo(page, 'Skills')
  await expect(page.getByRole('row', { name: /^@weekly/ })).toContainText(`About ${seen}.`)
  const imported = join(folder, 'prep')
  mkdirSync(imported)
  writeFileSync(join(imported, 'SKILL.md'), '---\nname: prep\ndescription: Preps.\n---\n\nUse @weekly.\n')
  writeFileSync(join(imported, `${bidi}.py`), '')
  await pick(app, imported)
  await page.getByRole('button', { name: 'Import…' }).click()
  const report = page.getByRole('dialog', { name: 'Imported one skill' })
  await expect(report).toContainText(`Not used here: ${seen}.py`)
  await nothingTurned(page)
  await report.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('textbox', { name: 'Instruction' }).click()
  await page.keyboard.type('@week')
  await expect(page.getByRole('listbox').getByRole('option')).toContainText([seen])
  await nothingTurned(page)
  await page.keyboard.press('Escape')
  await page.getByText('@weekly', { exact: true }).first().hover()
  await expect(page.locator('.cm-handle-tip')).toContainText(`About ${seen}.`)
  await nothingTurned(page)
})

test.describe('on an empty profile', () => {
  test.use({ profileKind: 'empty' })

  test('in the names of the first run', async ({ app, page, folder }) => {
    const { papers, calendar } = hostileFolder(folder)
    await pick(app, papers)
    await page.getByRole('button', { name: 'Choose folders…' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Folders Pixie may read' })).toContainText(seen)
    await pick(app, calendar)
    await page.getByRole('button', { name: 'Add…' }).click()
    await page.getByRole('menuitem', { name: 'Calendar file…' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Your calendar' })).toContainText(seen)
    await nothingTurned(page)
  })
})
