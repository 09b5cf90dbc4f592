/** The stand-in itself, on an app of two files. Real Electron passes the same, so these claims are Electron's. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test'
import { electronPath } from '../../electron-path.ts'

declare const fixture: {
  version: number
  ask(...args: unknown[]): Promise<unknown>
  wrong(): Promise<never>
  unknown(): Promise<never>
  add(one: number, two: number): number
  refuse(): never
  onNews(listener: (news: unknown) => void): () => void
}

const folder = fileURLToPath(new URL('./app/', import.meta.url))

const test = base.extend<{
  data: string
  app: ElectronApplication
  page: Page
  log: () => Promise<string[]>
}>({
  data: async ({ browserName }, use) => {
    const data = mkdtempSync(join(tmpdir(), `stand-in-${browserName}-`))
    await use(data)
    rmSync(data, { recursive: true, force: true })
  },
  app: async ({ data }, use) => {
    const app = await _electron.launch({
      executablePath: electronPath(),
      args: [folder, '--data', data],
      colorScheme: null,
    })
    await use(app)
    await app.close()
  },
  page: async ({ app }, use) => {
    const page = await app.firstWindow()
    await page.getByRole('heading', { name: 'Fixture' }).waitFor()
    await use(page)
  },
  log: async ({ app }, use) => {
    await use(() => app.evaluate(() => (globalThis as unknown as { fixtureLog: string[] }).fixtureLog))
  },
})

test('asks main and gets values back with their types, and errors with main’s words', async ({ page }) => {
  const answer = await page.evaluate(async () => {
    const got = (await fixture.ask({ when: new Date(5), nothing: undefined }, [1n, Number.NaN])) as {
      args: [{ when: Date; nothing: undefined }, [bigint, number]]
      url: string
      isMain: boolean
      bytes: Uint8Array
    }
    const [{ when, ...rest }, [big, nan]] = got.args
    return [when.getTime(), 'nothing' in rest, String(big), nan, got.url, got.isMain, [...got.bytes]]
  })
  expect(answer).toEqual([5, true, '1', Number.NaN, 'app://fixture/', true, [1, 2, 255]])
  const message = (name: 'wrong' | 'unknown') =>
    page.evaluate((which) => fixture[which]().catch((error: Error) => error.message), name)
  expect(await message('wrong')).toBe("Error invoking remote method 'wrong': TypeError: went wrong")
  expect(await message('unknown')).toContain("No handler registered for 'nobody'")
})

test('what a preload script exposes is frozen, runs at once, throws, and lets nothing else through', async ({
  page,
}) => {
  expect(
    await page.evaluate(() => {
      const caught = () => {
        try {
          return fixture.refuse()
        } catch (error) {
          return (error as Error).message
        }
      }
      const globals = ['require', 'process', 'ipcRenderer', 'module'].filter((name) => name in window)
      return [fixture.version, fixture.add(2, 3), caught(), Object.isFrozen(fixture), globals]
    }),
  ).toEqual([7, 5, 'refused here', true, []])
})

test('hears what main sends, until it does not want to', async ({ app, page }) => {
  await page.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard, stop: fixture.onNews((news) => heard.push(news)) })
  })
  const send = (news: number) =>
    app.evaluate(
      ({ BrowserWindow }, text) => BrowserWindow.getAllWindows()[0]?.webContents.send('news', text),
      news,
    )
  await send(1)
  const heard = () => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)
  await expect.poll(heard).toEqual([1])
  await page.evaluate(() => (window as unknown as { stop(): void }).stop())
  await send(2)
  expect(await page.evaluate(() => fixture.ask())).toBeTruthy()
  expect(await heard()).toEqual([1])
})

test('a page cannot leave, open a window, reach the network or be given a permission', async ({
  app,
  page,
  log,
}) => {
  await page.getByRole('link', { name: 'away' }).click()
  await expect.poll(log).toContain('navigate https://elsewhere.example/')
  await page.getByRole('link', { name: 'new' }).click()
  await expect.poll(log).toContain('open https://new.example/')
  expect(app.windows()).toHaveLength(1)
  await expect(page.getByRole('heading', { name: 'Fixture' })).toBeVisible()
  expect(await page.evaluate(() => fetch('/missing').then((response) => response.status))).toBe(404)
  expect(await page.evaluate(() => fetch('https://x.example/').catch((error: Error) => error.name))).toBe(
    'TypeError',
  )
  expect(
    await page.evaluate(async () => (await navigator.permissions.query({ name: 'geolocation' })).state),
  ).toBe('denied')
})

test('knows the path of a file that was chosen, when the page asks for it in the event', async ({
  page,
  data,
}) => {
  const file = join(data, 'chosen.txt')
  writeFileSync(file, 'x')
  await page.getByLabel('file').setInputFiles(file)
  await expect.poll(() => page.title()).toBe(file)
})

test('size, zoom and theme reach the page', async ({ app, page }) => {
  const size = () => page.evaluate(() => [innerWidth, innerHeight])
  await expect.poll(size).toEqual([700, 500])
  await app.evaluate(({ BrowserWindow, nativeTheme }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.setContentSize(600, 450)
    window?.webContents.setZoomFactor(1.5)
    nativeTheme.themeSource = 'dark'
  })
  await expect.poll(size).toEqual([400, 300])
  await expect.poll(() => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true)
})

test('a second start tells the first and ends', async ({ app, page, data, log }) => {
  await page.title()
  const second = spawn(electronPath(), ['--no-sandbox', folder, '--data', data, 'again'], { stdio: 'ignore' })
  expect(await exitOf(second)).toBe(0)
  await expect.poll(log).toContain('second true fixture')
  expect(app.windows()).toHaveLength(1)
})

test('a renderer that crashes is told', async ({ app, page, log }) => {
  await page.title()
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  )
  await expect.poll(log).toContain('gone crashed')
})

test('what the stand-in does not have ends the run by name', async ({ data }) => {
  test.skip(!electronPath().includes('stand-in'), 'only of the stand-in')
  const main = join(data, 'main.mjs')
  for (const [use, said] of [
    ["app.on('ready', () => { try { app.setJumpList([]) } catch {} })", 'app.setJumpList is not implemented'],
    ["app.on('no-such-event', () => {})", "the event app 'no-such-event' is not implemented"],
    ['await app.whenReady()', 'does it await app.whenReady()?'],
  ] as const) {
    writeFileSync(
      main,
      `import { app } from 'electron'\napp.setPath('userData', ${JSON.stringify(data)})\n${use}`,
    )
    const child = spawn(electronPath(), [main], { stdio: ['ignore', 'ignore', 'pipe'] })
    let words = ''
    child.stderr?.on('data', (piece) => {
      words += String(piece)
    })
    expect([use, await exitOf(child)]).toEqual([use, 86])
    expect(words).toContain(said)
  }
})

test('nothing of it lives on when it is killed', async ({ app, page, data }) => {
  await page.title()
  const marked = () =>
    readdirSync('/proc').filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data)
      } catch {
        return false
      }
    })
  test.skip(process.platform !== 'linux', 'looks into /proc')
  expect(marked()).not.toEqual([])
  app.process().kill('SIGKILL')
  await expect.poll(marked).toEqual([])
})

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve))
}
