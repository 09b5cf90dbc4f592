import { spawn } from 'node:child_process'
import { electronPath } from './electron-path.ts'
import { expect, test } from './fixtures.ts'
import { appFolder, firstScreen } from './launch.ts'

test('opens its window with the chat and the places of the sidebar', async ({ page }) => {
  await expect(page).toHaveTitle(/Pixie/)
  const names = ['Chat', 'Notebook', 'Memory', 'Files', 'Calendar', 'Skills', 'Alignment', 'Settings']
  const places = page.getByRole('navigation', { name: 'Main' }).getByRole('button')
  await expect(places).toHaveText(names)
})

test('a second start on the same profile shows the first window and ends', async ({ app, page, profile }) => {
  await expect(page.getByRole('main').first()).toBeVisible()
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  const second = spawn(electronPath(), ['--no-sandbox', appFolder(), '--profile', profile], {
    stdio: 'ignore',
  })
  const code = await new Promise((resolve) => second.once('exit', resolve))
  expect(code).toBe(0)
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.isMinimized())),
    )
    .toEqual([false])
})

test('another profile runs beside it', async ({ page, launch, folder }) => {
  await expect(page.getByRole('main').first()).toBeVisible()
  const other = await launch({ profile: `${folder}/other` })
  await expect((await firstScreen(other)).getByRole('main').first()).toBeVisible()
})

test('the window comes back where it was', async ({ app, page, launch }) => {
  await expect(page.getByRole('main').first()).toBeVisible()
  const bounds = { x: 120, y: 80, width: 900, height: 640 }
  await app.evaluate(({ BrowserWindow }, place) => BrowserWindow.getAllWindows()[0]?.setBounds(place), bounds)
  await app.close()
  const again = await launch()
  await firstScreen(again)
  expect(await again.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())).toEqual(
    bounds,
  )
})

test('an option that cannot be read is told in a sentence, and nothing is started', async ({ profile }) => {
  const child = spawn(
    electronPath(),
    ['--no-sandbox', appFolder(), '--profile', profile, '--tz', 'Nowhere'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let words = ''
  child.stderr.on('data', (piece) => {
    words += String(piece)
  })
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1)
  expect(words).toContain('--tz is not a time zone')
  expect(words).not.toMatch(/\n\s+at /)
})
