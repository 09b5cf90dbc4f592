/** The built app as it is tested: a copy, so that building may go on meanwhile. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { PixieError } from '../src/shared/errors.ts'
import { projectFolder } from './electron-path.ts'

const needed = ['main/index.js', 'preload/index.cjs', 'renderer/index.html']

/** Copies what `npm run build` made into a folder of `out/e2e` and gives back its path. The caller removes it. */
export function copyBuiltApp(name: string): string {
  const built = join(projectFolder, 'out')
  const missing = needed.find((file) => !existsSync(join(built, file)))
  if (missing !== undefined) {
    throw new PixieError('invalid-input', {
      what: 'The app is not built',
      value: `out/${missing}`,
      hint: 'Run npm run build.',
    })
  }
  const folder = join(built, 'e2e', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'out'), { recursive: true })
  for (const part of readdirSync(built).filter((name) => name !== 'e2e'))
    cpSync(join(built, part), join(folder, 'out', part), { recursive: true })
  cpSync(join(projectFolder, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(projectFolder, 'resources'), join(folder, 'resources'))
  return folder
}
