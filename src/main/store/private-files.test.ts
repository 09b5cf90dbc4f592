import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ensurePrivateFolder, ensureProfileFolder } from './private-files.ts'
import { tempProfile } from './testing/temp-profile.ts'

it('makes a folder and the missing ones above it for the owner alone', () => {
  using profile = tempProfile()
  const dir = path.join(profile.root, 'a/b/c')
  ensurePrivateFolder(dir)
  ensurePrivateFolder(dir)
  for (const made of [dir, path.dirname(dir)]) expect(fs.statSync(made).mode & 0o777).toBe(0o700)
})

it('says so at once where no folder can be made', () => {
  using profile = tempProfile()
  const file = path.join(profile.root, 'file')
  fs.writeFileSync(file, '')
  expect(() => ensureProfileFolder(path.join(file, 'a/b'))).toThrow(
    expect.objectContaining({ name: 'PixieError', code: 'unreadable' }),
  )
})

it.runIf(process.platform === 'linux')('says in a sentence that a place cannot be written to', () => {
  expect(() => ensureProfileFolder('/sys/pixie')).toThrow(
    expect.objectContaining({ name: 'PixieError', code: 'permission-denied' }),
  )
})

// Node's own `mkdir` with `recursive` would never come back from there.
it.runIf(process.platform === 'linux')('says so at once in a place that refuses every folder', () => {
  expect(() => ensureProfileFolder('/proc/pixie/profile')).toThrow(/ENOENT|EACCES/)
})
