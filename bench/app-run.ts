/** The built app, started as the specs start it, on a profile of its own. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { copyBuiltApp } from '../e2e/built-app.ts'
import { copySample, firstScreen, launchPixie } from '../e2e/launch.ts'

export interface RunningApp {
  readonly app: ElectronApplication
  readonly page: Page
  /** Emptied after the measurement. */
  readonly folder: string
}

export interface AppUnderTest {
  /** Starts the app on a copy of the sample with this model (id or path), and ends it after the work. */
  run<T>(
    options: { readonly model: string; prepare?(profile: string): void },
    work: (running: RunningApp) => Promise<T>,
  ): Promise<T>
  dispose(): void
}

/** Takes a copy of what was built last. Throws when there is none. The caller disposes it. */
export function openAppUnderTest(): AppUnderTest {
  const built = copyBuiltApp(`bench-${process.pid}`)
  process.env.PIXIE_E2E_APP = built
  const root = mkdtempSync(join(tmpdir(), 'pixie-bench-app-'))
  const sample = join(root, 'sample')
  copySample(sample)
  let runs = 0
  return {
    async run({ model, prepare }, work) {
      runs += 1
      const folder = join(root, String(runs))
      const profile = join(folder, 'profile')
      mkdirSync(folder)
      cpSync(sample, profile, { recursive: true })
      prepare?.(profile)
      const app = await launchPixie({ profile, script: null, args: ['--model', model] })
      const child = app.process()
      child.stderr?.on('data', (piece) => {
        const said = String(piece)
        if (!/debugger/i.test(said)) process.stderr.write(said)
      })
      try {
        return await work({ app, page: await firstScreen(app), folder })
      } finally {
        if (child.exitCode === null && child.signalCode === null) await app.close()
      }
    },
    dispose() {
      rmSync(root, { recursive: true, force: true })
      rmSync(built, { recursive: true, force: true })
    },
  }
}
