/** What a skill author relies on: long names in small windows, what following costs, examples before saving, the very text that is sent. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { z } from 'zod'
import { projectFolder } from './electron-path.ts'
import { expect, test } from './fixtures.ts'
import { chatPage } from './pages/chat.ts'
import { violations } from './pages/violations.ts'
import { goTo, setTheme, settle, setWindow } from './pages/window.ts'

const instruction = (page: Page) => page.getByRole('textbox', { name: 'Instruction' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

async function newSkill(page: Page, handle: string): Promise<void> {
  await goTo(page, 'skills')
  await page.getByRole('button', { name: /New skill|Go on writing/ }).click()
  await page.getByLabel('Handle').fill(handle)
  await instruction(page).click()
}

/** The command line in the same profile, while the app runs. */
function onCommandLine(profile: string, args: readonly string[], input = ''): string {
  const pixie = [join(projectFolder, 'bin/pixie.mjs'), '--profile', profile, ...args]
  return execFileSync(process.execPath, pixie, { input, stdio: 'pipe', encoding: 'utf8' })
}

/** Below this a title says nothing; a shorter one needs no more than it has. In CSS pixels. */
const readablePx = 140

async function assertBarReadable(page: Page, app: ElectronApplication, name: string): Promise<void> {
  const sizes = [
    { width: 1280, zoom: 1 },
    { width: 1280, zoom: 1.5 },
    { width: 1280, zoom: 2 },
    { width: 700, zoom: 1 },
    { width: 480, zoom: 1 },
    { width: 480, zoom: 1.5 },
  ]
  for (const size of sizes) {
    await setWindow(app, { height: 800, ...size })
    await settle(page)
    const where = `${name} at ${size.width} px, ${size.zoom * 100} %`
    const { shown, whole } = await page
      .getByRole('heading', { level: 1 })
      .evaluate((title) => ({ shown: title.clientWidth, whole: title.scrollWidth }))
    expect(shown, where).toBeGreaterThanOrEqual(Math.min(whole, readablePx))
    const reason = page.getByText('@nobody-at-all, @nobody-else are unknown.')
    await expect(reason, where).toBeInViewport({ ratio: 1 })
    await expect(save(page), where).toBeInViewport({ ratio: 1 })
  }
  await setWindow(app, { width: 1280, height: 800 })
}

test.describe('the editor’s bar', () => {
  for (const handle of [
    'подготовка-еженедельного-отчёта-для-руководителя-отдела',
    '毎週の報告書を作成して関係者全員に共有するための手順と確認事項のまとめ',
    'prep',
  ])
    test(`keeps the title of @${handle} readable beside the reason why it cannot be saved`, async ({
      page,
      app,
    }) => {
      await newSkill(page, handle)
      await save(page).click()
      await expect(page.getByRole('heading', { name: `@${handle}` })).toBeVisible()
      await instruction(page).click()
      await page.keyboard.insertText('Ask @nobody-at-all and @nobody-else.')
      await expect(page.getByRole('list', { name: 'Unknown mentions' })).toContainText('@nobody-else')
      for (const theme of ['light', 'dark'] as const) {
        await setTheme(app, theme)
        await assertBarReadable(page, app, `@${handle}, ${theme},`)
      }
    })
})

test('a mention that something unseen breaks is named, shown, and mended with one press', async ({
  page,
}) => {
  await newSkill(page, 'prep')
  await page.keyboard.insertText('Ask @cal\u200Bendar first.')
  const list = page.getByRole('list', { name: 'Unknown mentions' })
  await expect(list).toContainText('a zero-width space (U+200B) stands right after it; take that out.')
  await expect(instruction(page).locator('.cm-unseen')).toHaveText('⟨U+200B⟩')
  await list.getByRole('button', { name: '@calendar' }).click()
  await expect(list).toHaveCount(0)
  await expect(instruction(page)).toHaveText('Ask @calendar first.')
})

test('every kind of handle, the picker, the tip and the list of unknown ones can be read and used by everybody', async ({
  page,
  app,
  profile,
}) => {
  onCommandLine(profile, ['skills', 'save', '-'], '{"handle": "resting", "enabled": false}')
  await newSkill(page, 'prep')
  await page.keyboard.insertText(
    'Use @search-info, @find-file, @resting, @prep, @nobody and @cal\u200Bendar.\n',
  )
  await expect(page.getByRole('list', { name: 'Unknown mentions' })).toContainText('take that out')
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(app, theme)
    await instruction(page).click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(' @f')
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    expect(await violations(page), `picker, ${theme}`).toEqual([])
    const picker = await instruction(page).evaluate((field) => ({
      shown: field.getAttribute('aria-controls') ?? field.getAttribute('aria-owns'),
      current: field.getAttribute('aria-activedescendant'),
    }))
    expect(await page.locator(`[id="${picker.shown}"] [id="${picker.current}"]`).count(), theme).toBe(1)
    await page.keyboard.press('Escape')
    await instruction(page).getByText('@find-file').hover()
    await expect(page.locator('.cm-handle-tip')).toBeVisible()
    expect(await violations(page), `tip, ${theme}`).toEqual([])
    await page.mouse.move(0, 0)
  }
})

test('what a skill brings, costs and is like stands beside it as it is written', async ({ page }) => {
  await newSkill(page, 'prep')
  await page
    .getByLabel('Summary')
    .fill(
      "Check the user's calendar — meetings, appointments, free/busy — for a day or a relative one like today, tomorrow, this weekend or next week.",
    )
  await expect(page.getByText(/nearly the same as that of @check-schedule/)).toBeVisible()
  await instruction(page).click()
  await page.keyboard.insertText('Use @search-info, then @fetch-file. ')
  const bound = page.getByRole('region', { name: 'What it binds' }).getByRole('listitem')
  await expect(bound).toHaveText([
    '@search-info',
    '@check-notebook',
    '@fetch-file',
    '@list-devicesnot shown to the follower',
    '@find-file',
    '@grep-memory',
    '@fetch-filealready above',
  ])
  const fits = page.getByText(/^Fits with the longest question: ~[\d,]+ left\.$/)
  const left = Number((await fits.textContent())?.replace(/\D/g, ''))
  await page.keyboard.insertText('x'.repeat(4 * (left + 25)))
  await expect(page.getByText('Too long by ~25 tokens to be followed. Shorten the steps.')).toBeVisible()
})

test('examples are asked again before saving when any line of the menu changes, those that go elsewhere listed', async ({
  page,
  profile,
}) => {
  await goTo(page, 'skills')
  await page.getByRole('row', { name: /^@check-schedule/ }).click()
  const examples = page.getByRole('region', { name: 'Example requests' })
  const count = examples.getByText(/\d+ of \d+ go elsewhere\./)
  await expect(instruction(page)).toBeVisible()
  await expect(count).toHaveCount(0)
  await page.getByLabel('Summary').fill('Looks at the calendar.')
  await expect(count).toBeVisible({ timeout: 20_000 })
  await expect(examples.getByText(/ goes to @search-info$/).first()).toBeVisible()
  const of = Number(/of (\d+)/.exec((await count.textContent()) ?? '')?.[1])
  await expect(save(page)).toBeEnabled()
  onCommandLine(
    profile,
    ['skills', 'save', '-', '--id', 'search-info'],
    '{"examples": ["Where is my blue bag?"]}',
  )
  await expect(count).not.toContainText(`of ${of} `, { timeout: 20_000 })
  await expect(count).toBeVisible()
  await page.getByLabel('Try a request').fill('What is my passport number?')
  const picks = page.getByRole('list', { name: 'What the planner would pick' }).getByRole('listitem')
  await expect(picks).toHaveText([/^@search-info\d+%$/, /^@(check-schedule|current-date)[\d<]+%$/, /%$/])
})

/** What stands on the page of Alignment, from the first letter to the last. */
async function shownDocument(page: Page): Promise<string> {
  const lines = await page
    .getByRole('textbox', { name: 'Base instructions' })
    .locator('.cm-line')
    .allTextContents()
  const tail = await page.getByRole('article').locator('[data-part]').allTextContents()
  return [lines.join('\n').trimEnd(), ...tail].join('\n\n')
}

const Traces = z.array(z.object({ id: z.string() }))
const Sent = z.object({ sessions: z.array(z.object({ tag: z.string(), instructions: z.string() })) })

/** What the last turn told the model first. */
function sentDocument(profile: string) {
  const [latest] = Traces.parse(JSON.parse(onCommandLine(profile, ['trace', 'list', '--json'])))
  const trace = onCommandLine(profile, ['trace', 'show', latest?.id ?? '', '--json'])
  return Sent.parse(JSON.parse(trace)).sessions[0]
}

test('Alignment shows byte for byte what the next turn sends, in both modes', async ({ page, profile }) => {
  const chat = chatPage(page)
  await goTo(page, 'alignment')
  const base = page.getByRole('textbox', { name: 'Base instructions' })
  await base.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('Будь добр. 🙂 Ask @search-info.\n\n\tTwo  lines.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. The next turn reads it.')).toBeVisible()
  await page.getByRole('switch', { name: 'Files' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('article').locator('[data-part]')).toHaveCount(3)
  const planned = await shownDocument(page)
  await goTo(page, 'chat')
  await chat.ask('How high is the tower?')
  await chat.finished()
  expect(sentDocument(profile)).toMatchObject({ tag: 'planner', instructions: planned })

  await goTo(page, 'alignment')
  for (const name of ['@search-info', '@check-schedule']) {
    await page.getByRole('checkbox', { name }).focus()
    await page.keyboard.press('Space')
  }
  await expect(page.getByRole('article').locator('[data-part]')).toHaveCount(1)
  const direct = await shownDocument(page)
  await goTo(page, 'chat')
  await chat.ask('How high is the tower?')
  await chat.finished()
  const sent = sentDocument(profile)
  expect(sent?.instructions).toBe(direct)
  expect(sent?.tag).not.toBe('planner')
  expect(direct).not.toContain('Your skills:')
})

test('what cannot fit is refused on Alignment with the exact overage, however long it is', async ({
  page,
}) => {
  await goTo(page, 'alignment')
  const base = page.getByRole('textbox', { name: 'Base instructions' })
  const left = page.getByText(/^Left for question, tools and answer: ~[\d,]+$/)
  const figure = async () => Number((await left.textContent())?.replace(/\D/g, ''))
  await base.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('x'.repeat(400))
  await expect(page.getByRole('article').getByTitle('100 tokens')).toBeVisible()
  const room = (await figure()) - 1_536
  for (const over of [1, 20_000]) {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText('x'.repeat(400 + 4 * (room + over)))
    await expect(
      page.getByText(`~${over.toLocaleString('en')} tokens over: 1,536 have to stay free`),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  }
})
