import fs from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openStore } from './open.ts'
import { steps } from './testing/steps.ts'
import { tempProfile } from './testing/temp-profile.ts'
import { eraseTransaction, writeTransaction } from './writers.ts'

const secret = 'ZZ-very-secret-passport-ZZ'

function isOnDisk(dataDir: string): boolean {
  return fs.readdirSync(dataDir).some((name) => {
    const file = path.join(dataDir, name)
    return fs.statSync(file).isFile() && fs.readFileSync(file).includes(secret)
  })
}

it('leaves nothing of what it deleted in the database or its log', () => {
  using profile = tempProfile()
  const { dataDir } = profile
  const { pixie, close } = openStore({
    dataDir,
    pixieMigrations: steps,
    indexMigrations: [],
    onNotice: (line) => expect.unreachable(line),
  })
  writeTransaction(pixie, () => pixie.prepare("INSERT INTO people (id, name) VALUES ('p', ?)").run(secret))
  expect(isOnDisk(dataDir)).toBe(true)
  eraseTransaction(pixie, () => pixie.prepare("DELETE FROM people WHERE id = 'p'").run())
  expect(isOnDisk(dataDir)).toBe(false)
  close()
})

it('is done, and does not wait, while a reader still looks at the old state', () => {
  using profile = tempProfile()
  const { dataDir } = profile
  const { pixie, close } = openStore({
    dataDir,
    pixieMigrations: steps,
    indexMigrations: [],
    onNotice: (line) => expect.unreachable(line),
  })
  writeTransaction(pixie, () => pixie.prepare("INSERT INTO people (id, name) VALUES ('p', ?)").run(secret))
  const reader = new Database(path.join(dataDir, 'pixie.db'), { readonly: true })
  reader.exec('BEGIN')
  expect(reader.prepare('SELECT count(*) FROM people').pluck().get()).toBe(1)
  const before = Date.now()
  eraseTransaction(pixie, () => pixie.prepare('DELETE FROM people').run())
  expect(Date.now() - before).toBeLessThan(2000)
  expect(pixie.prepare('SELECT count(*) FROM people').pluck().get()).toBe(0)
  expect(pixie.pragma('busy_timeout', { simple: true })).toBe(5000)
  reader.close()
  close()
})
