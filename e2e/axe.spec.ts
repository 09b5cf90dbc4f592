import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { firstScreen } from './launch.ts'
import { screens } from './pages/screens.ts'
import { violations } from './pages/violations.ts'
import { setTheme, settle, setWindow } from './pages/window.ts'

/** Wider than the window would mean that something has to be scrolled sideways to be read. */
const widerThanWindow = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))

/** Polled, since a busy machine lays a list out anew a moment after its window has changed. */
const expectToFit = (page: Page, name: string) =>
  expect
    .configure({ soft: true })
    .poll(() => widerThanWindow(page), `${name} is too wide`)
    .toBe(0)

for (const theme of ['light', 'dark'] as const) {
  for (const zoom of [1, 1.5]) {
    test(`every screen can be used by everybody: ${theme}, ${zoom * 100} %`, async ({ app, page }) => {
      test.setTimeout(240_000)
      await setTheme(app, theme)
      await setWindow(app, { width: 1280, height: 800, zoom })
      for (const { name, open } of screens) {
        await open(page, app)
        expect.soft(await violations(page), name).toEqual([])
        await expectToFit(page, name)
      }
    })
  }
}

test('every screen fits a window of 480 px', async ({ app, page }) => {
  test.setTimeout(240_000)
  for (const { name, open } of screens) {
    await setWindow(app, { width: 1280, height: 800 })
    await open(page, app)
    await setWindow(app, { width: 480, height: 800 })
    await settle(page)
    await expectToFit(page, name)
  }
})

test.describe('on an empty profile', () => {
  test.use({ profileKind: 'empty' })
  test('the first screen can be used by everybody', async ({ launch }) => {
    const app = await launch()
    const page = await firstScreen(app)
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(app, theme)
      expect(await violations(page)).toEqual([])
    }
  })
})
