import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { expect, test } from './fixtures.ts'
import { firstScreen } from './launch.ts'
import { chatPage } from './pages/chat.ts'

/** Every process below this one. */
function below(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    const children = text.split(' ').filter(Boolean).map(Number)
    return children.flatMap((child) => [child, ...below(child)])
  } catch {
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Ends main this way; gives how long it took, and checks that nothing it started stays. */
async function end(app: ElectronApplication, signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
  const child = app.process()
  const family = below(child.pid ?? 0)
  expect(family.length).toBeGreaterThan(0)
  const asked = Date.now()
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
  const took = Date.now() - asked
  await expect.poll(() => family.filter(isAlive)).toEqual([])
  return took
}

async function grantMany(app: ElectronApplication, page: Page, folder: string): Promise<void> {
  const many = join(folder, 'many')
  mkdirSync(many)
  for (let i = 0; i < 800; i += 1)
    writeFileSync(join(many, `page-${i}.html`), `<p>${`Sentence ${i} about gardens. `.repeat(400)}</p>`)
  await app.evaluate(({ dialog }, path) => {
    const answer = async () => ({ canceled: false, filePaths: [path] })
    Object.assign(dialog, { showOpenDialog: answer })
  }, many)
  await page.evaluate(async () => {
    const { call } = Reflect.get(window, 'pixie') as { call(name: string, params: object): Promise<unknown> }
    await call('files.grant', {})
  })
}

const hangs = { loadMs: 60_000, steps: [] }

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`${signal} while a model loads: gone in time, nothing stays, and the next start is clean`, async ({
    folder,
    launch,
  }) => {
    const script = join(folder, 'slow.json')
    writeFileSync(script, JSON.stringify(hangs))
    const app = await launch({ script })
    const page = await firstScreen(app)
    await chatPage(page).composer.fill('Hello!')
    await chatPage(page).composer.press('Enter')
    await expect(chatPage(page).stop.first()).toBeVisible()
    expect(await end(app, signal)).toBeLessThan(3000)
    await expect((await firstScreen(await launch())).getByRole('main').first()).toBeVisible()
  })

  test(`${signal} while files are read: gone in time, the reader too, and the next start is clean`, async ({
    folder,
    launch,
  }) => {
    const app = await launch()
    const page = await firstScreen(app)
    await grantMany(app, page, folder)
    const reads = () =>
      below(app.process().pid ?? 0).some((pid) => commandOf(pid).includes('extract-process'))
    await expect.poll(reads).toBe(true)
    expect(await end(app, signal)).toBeLessThan(3000)
    await expect((await firstScreen(await launch())).getByRole('main').first()).toBeVisible()
  })
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
