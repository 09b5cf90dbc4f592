/** What every spec of the app starts from: a profile of its own, the app on it, its first screen. */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, type ElectronApplication, expect, type Page } from '@playwright/test'
import { copySample, firstScreen, homeFolder, type LaunchOptions, launchPixie } from './launch.ts'

interface Options {
  /** `sample`: a copy of the made-up life, past the first run. `empty`: the folder does not exist yet. */
  readonly profileKind: 'sample' | 'empty'
}

interface Fixtures {
  readonly folder: string
  readonly profile: string
  /** Starts the app on the test's profile; everything started is ended after the test. */
  readonly launch: (options?: Partial<LaunchOptions>) => Promise<ElectronApplication>
  readonly app: ElectronApplication
  readonly page: Page
}

/** Exit code of a stand-in that was asked for what it does not have. */
const standInFailed = 86

export const test = base.extend<Fixtures & Options>({
  profileKind: ['sample', { option: true }],
  folder: async ({ browserName }, use) => {
    const folder = mkdtempSync(join(homeFolder, `${browserName}-`))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
  profile: async ({ folder, profileKind }, use) => {
    const profile = join(folder, 'profile')
    if (profileKind === 'sample') copySample(profile)
    await use(profile)
  },
  launch: async ({ folder, profile }, use, info) => {
    const started: Started[] = []
    await use(async (options = {}) => {
      const env = { PIXIE_MODELS_DIR: join(folder, 'models'), ...options.env }
      const app = await launchPixie({ profile, ...options, env })
      const child = app.process()
      const words: string[] = []
      for (const output of [child.stdout, child.stderr])
        output?.on('data', (piece) => words.push(String(piece)))
      started.push({ app, child, words })
      await app.context().tracing.start({ snapshots: true })
      return app
    })
    const failed = info.status !== info.expectedStatus
    for (const [index, one] of started.entries()) {
      await end(one, failed ? info.outputPath(`trace-${index}.zip`) : null)
      if (failed) await info.attach(`log-${index}`, { body: one.words.join(''), contentType: 'text/plain' })
      expect(one.child.exitCode, one.words.join('')).not.toBe(standInFailed)
    }
  },
  app: async ({ launch }, use) => {
    await use(await launch())
  },
  page: async ({ app }, use, info) => {
    const page = await firstScreen(app)
    await use(page)
    if (info.status === info.expectedStatus || page.isClosed()) return
    const body = await page.screenshot().catch(() => null)
    if (body !== null) await info.attach('screenshot', { body, contentType: 'image/png' })
  },
})

export { expect }

interface Started {
  readonly app: ElectronApplication
  readonly child: ChildProcess
  /** What it wrote. */
  readonly words: readonly string[]
}

/** @param trace where to keep what happened; null = nowhere */
async function end({ app, child }: Started, trace: string | null): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const { tracing } = app.context()
  // A window that has just been closed has nothing to tell any more.
  await tracing.stop(trace === null ? {} : { path: trace }).catch(() => {})
  await app.close()
}
