import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

test('of four starts at once on one profile one stays', async ({ profile }) => {
  const starts = Array.from({ length: 4 }, () => start('--profile', profile))
  const stays = () => starts.filter(({ child }) => child.exitCode === null)
  await expect.poll(() => stays().length, { timeout: 60_000 }).toBe(1)
  expect(starts.filter(({ child }) => child.exitCode === 0)).toHaveLength(3)
  const [last] = stays()
  const gone = new Promise((resolve) => last?.child.once('exit', resolve))
  last?.child.kill('SIGKILL')
  await gone
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

/** Starts the app without anybody who drives it, and what it writes on standard error. */
function start(...args: readonly string[]): { readonly child: ChildProcess; words(): string } {
  const child = spawn(electronPath(), ['--no-sandbox', appFolder(), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let words = ''
  child.stderr.on('data', (piece) => {
    words += String(piece)
  })
  return { child, words: () => words }
}

test('an option that cannot be read is told in a sentence, and nothing is started', async ({ profile }) => {
  const { child, words } = start('--profile', profile, '--tz', 'Nowhere')
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1)
  expect(words()).toContain('--tz is not a time zone')
  expect(words()).not.toMatch(/\n\s+at /)
})

test('a profile that cannot be written is told in a sentence, without a stack', async () => {
  test.skip(process.platform !== 'linux', 'only Linux has a folder that refuses everybody')
  const { child, words } = start('--profile', '/sys/pixie')
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1)
  expect(words()).toContain('Pixie may not open or write its data')
  expect(words()).not.toMatch(/\n\s+at /)
})

test('a damaged database is set aside, and the owner is told where it went', async ({ profile }) => {
  writeFileSync(join(profile, 'pixie.db'), 'no database '.repeat(100))
  const { child, words } = start('--profile', profile)
  const gone = new Promise((resolve) => child.once('exit', resolve))
  await expect.poll(words).toMatch(/Pixie set a file aside.*pixie\.db could not be used.*damaged/)
  child.kill('SIGKILL')
  await gone
})
