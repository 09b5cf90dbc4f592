/** The built app as it is tested: a copy, so that building may go on meanwhile. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { PixieError } from '../src/shared/errors.ts'
import { projectFolder } from './electron-path.ts'

const needed = ['main/index.js', 'preload/index.cjs', 'renderer/index.html']

/** A build that is running writes the page last. */
const buildMs = 30_000
/** Files this old will not be followed by more of the same build. */
const settledMs = 1500

/** Waits while a build is running. Throws when there is none. */
function waitForBuild(built: string): void {
  const end = Date.now() + buildMs
  const pause = new Int32Array(new SharedArrayBuffer(4))
  const missing = () => needed.find((file) => !existsSync(join(built, file)))
  const isFresh = () =>
    needed.some(
      (file) =>
        Date.now() - (statSync(join(built, file), { throwIfNoEntry: false })?.mtimeMs ?? 0) < settledMs,
    )
  while (Date.now() < end && (missing() !== undefined || isFresh())) Atomics.wait(pause, 0, 0, 200)
  const file = missing()
  if (file === undefined) return
  throw new PixieError('invalid-input', {
    what: 'The app is not built',
    value: `out/${file}`,
    hint: 'Run npm run build.',
  })
}

/** Copies what `npm run build` made into a folder of `out/e2e` and gives back its path. The caller removes it. */
export function copyBuiltApp(name: string): string {
  const built = join(projectFolder, 'out')
  waitForBuild(built)
  const folder = join(built, 'e2e', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'out'), { recursive: true })
  for (const part of readdirSync(built).filter((name) => name !== 'e2e'))
    cpSync(join(built, part), join(folder, 'out', part), { recursive: true })
  cpSync(join(projectFolder, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(projectFolder, 'resources'), join(folder, 'resources'))
  return folder
}
