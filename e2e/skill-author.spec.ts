/** What a skill author relies on, line by line: long names and small windows, examples before saving, the list. */
import type { ElectronApplication, Page } from 'playwright-core'
import { expect, test } from './fixtures.ts'
import { goTo, setTheme, settle, setWindow } from './pages/window.ts'

const instruction = (page: Page) => page.getByRole('textbox', { name: 'Instruction' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

async function newSkill(page: Page, handle: string): Promise<void> {
  await goTo(page, 'skills')
  await page.getByRole('button', { name: /New skill|Go on writing/ }).click()
  await page.getByLabel('Handle').fill(handle)
  await instruction(page).click()
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
