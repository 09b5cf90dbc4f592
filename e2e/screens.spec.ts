/** Pictures of every screen for the README and for looking at: `npm run screens`. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './electron-path.ts'
import { test } from './fixtures.ts'
import { firstScreen } from './launch.ts'
import { screens } from './pages/screens.ts'
import { setTheme, settle, setWindow } from './pages/window.ts'

const folder = join(projectFolder, 'docs/screens')
const sizes = [
  { name: 'wide', width: 1280, height: 800 },
  { name: 'narrow', width: 480, height: 800 },
]

test.skip(process.env.PIXIE_SCREENS !== '1', 'made on demand')
test.setTimeout(300_000)

for (const theme of ['light', 'dark'] as const) {
  test(`every screen, ${theme}`, async ({ app, page }) => {
    mkdirSync(folder, { recursive: true })
    await setTheme(app, theme)
    for (const { name, open } of screens) {
      await setWindow(app, { width: 1280, height: 800 })
      await open(page, app)
      for (const size of sizes) {
        await setWindow(app, size)
        await settle(page)
        await page.screenshot({ path: join(folder, `${name}-${theme}-${size.name}.png`) })
      }
    }
  })

  test.describe('on an empty profile', () => {
    test.use({ profileKind: 'empty' })
    test(`the first screen, ${theme}`, async ({ launch }) => {
      const app = await launch()
      const page = await firstScreen(app)
      await setTheme(app, theme)
      for (const size of sizes) {
        await setWindow(app, size)
        await settle(page)
        await page.screenshot({ path: join(folder, `first-run-${theme}-${size.name}.png`) })
      }
    })
  })
}
