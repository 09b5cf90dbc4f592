/** Starts the built app as specs and screenshots do. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { electronPath, projectFolder } from './electron-path.ts'

/** Answers for the questions of the specs; see `src/main/model/scripted-access.ts`. */
const maraScript = join(projectFolder, 'e2e/scripts/mara.json')

export interface LaunchOptions {
  readonly profile: string
  /** What the models say; null = the models of this machine. */
  readonly script?: string | null
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export async function launchPixie({
  profile,
  script = maraScript,
  args = [],
  env = {},
}: LaunchOptions): Promise<ElectronApplication> {
  const own = script === null ? {} : { PIXIE_ENGINE_SCRIPT: script }
  return _electron.launch({
    executablePath: electronPath(),
    args: [appFolder(), '--profile', profile, ...args],
    cwd: projectFolder,
    // `null`: the page sees the theme that the app set, not one that the test sets.
    colorScheme: null,
    env: { ...inherited(), HOME: homeFolder, ...own, ...env },
  })
}

/** The app under test: the copy of this run, else what was built last. */
export function appFolder(): string {
  return process.env.PIXIE_E2E_APP ?? projectFolder
}

/** The window once it has drawn its first screen. */
export async function firstScreen(app: ElectronApplication): Promise<Page> {
  const page = await app.firstWindow()
  await page.getByRole('main').first().waitFor()
  return page
}

/** What the stand-in, the system and the tests need; nothing of the developer's own Pixie. */
function inherited(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(ELECTRON_|NODE_OPTIONS$)/.test(entry[0]),
  )
  return Object.fromEntries(entries)
}

/** The home folder of everybody in these tests, so that no path of the developer's is shown or read. */
export const homeFolder = join(projectFolder, 'out/e2e/home')

const template = join(homeFolder, 'Mara')

/** The sample profile, made once and kept until `out` is removed. */
export function makeTemplate(): string {
  if (existsSync(join(template, 'ready'))) return template
  rmSync(template, { recursive: true, force: true })
  mkdirSync(join(template, '..'), { recursive: true })
  const run = [join(projectFolder, 'bin/run.mjs'), join(projectFolder, 'e2e/make-profile.ts'), template]
  execFileSync(process.execPath, run, { cwd: projectFolder, stdio: ['ignore', 'inherit', 'inherit'] })
  mkdirSync(join(template, 'ready'))
  return template
}

/** A copy of the sample profile in a folder that does not exist yet. Its granted files stay those of the template. */
export function copySample(folder: string): void {
  cpSync(makeTemplate(), folder, { recursive: true })
}
