import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { watchOutsideChanges } from './outside-changes.ts'
import { tempProfile } from './testing/temp-profile.ts'

it('tells of what another connection wrote, once, and not of its own writing', () => {
  using profile = tempProfile()
  mkdirSync(profile.dataDir)
  const file = join(profile.dataDir, 'pixie.db')
  const [mine, other] = [new Database(file), new Database(file)]
  mine.exec('CREATE TABLE words (word TEXT)')
  const onChange = vi.fn()
  const watch = watchOutsideChanges(mine, onChange)
  mine.exec("INSERT INTO words VALUES ('mine')")
  watch.look()
  expect(onChange).not.toHaveBeenCalled()
  other.exec("INSERT INTO words VALUES ('theirs')")
  watch.look()
  watch.look()
  expect(onChange).toHaveBeenCalledOnce()
  for (const db of [mine, other]) db.close()
  expect(watch.look).not.toThrow()
})
