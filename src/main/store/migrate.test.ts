import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Db, Migration } from './database.ts'
import { migrate } from './migrate.ts'
import { indexMigrations, pixieMigrations } from './migrations.ts'
import { openStore } from './open.ts'
import { startChild } from './testing/child.ts'
import { brokenOff, steps } from './testing/steps.ts'
import { tempProfile } from './testing/temp-profile.ts'

// Many commits or processes on a busy machine take their time; nothing here is about speed.
vi.setConfig({ testTimeout: 30_000 })

const childScript = fileURLToPath(new URL('./testing/store-child.ts', import.meta.url))
const memory = () => new Database(':memory:')
const noCopy = () => undefined
const schemaOf = (db: Db) =>
  db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all()
const versionOf = (db: Db) => db.pragma('user_version', { simple: true })

let profile: ReturnType<typeof tempProfile>
beforeEach(() => {
  profile = tempProfile()
})
afterEach(() => profile[Symbol.dispose]())

const open = (migrations: readonly Migration[]) =>
  openStore({
    dataDir: profile.dataDir,
    pixieMigrations: migrations,
    indexMigrations: [],
    onNotice: (line) => expect.unreachable(line),
  })

/** A profile at version 20 with a row that is odd in every way a row can be. */
function oldProfile(): void {
  const { pixie, close } = open(steps.slice(0, 2))
  pixie.prepare('INSERT INTO people VALUES (?, ?)').run('', 'a\u0000b\u202e "quoted" 👩‍👩‍👧')
  pixie.prepare('INSERT INTO people VALUES (?, ?)').run('p', '')
  pixie.prepare('INSERT INTO pets VALUES (?, ?, ?)').run('pet', 'Ponyo', '')
  close()
}

describe('migrating', () => {
  it('keeps an odd row and its links through a step that makes the table anew', () => {
    oldProfile()
    const { pixie, close } = open(steps)
    expect(pixie.prepare('SELECT * FROM people ORDER BY id').all()).toEqual([
      { id: '', name: 'a\u0000b\u202e "quoted" 👩‍👩‍👧', born_ms: null },
      { id: 'p', name: null, born_ms: null },
    ])
    expect(pixie.prepare('SELECT owner FROM pets').pluck().all()).toEqual([''])
    expect(pixie.pragma('foreign_keys', { simple: true })).toBe(1)
    expect(() => pixie.prepare("INSERT INTO pets VALUES ('x', 'x', 'nobody')").run()).toThrow(/FOREIGN KEY/)
    close()
  })

  it('does nothing to a database that is up to date', () => {
    oldProfile()
    open(steps).close()
    const before = fs.readFileSync(path.join(profile.dataDir, 'pixie.db'))
    open(steps).close()
    expect(fs.readFileSync(path.join(profile.dataDir, 'pixie.db')).equals(before)).toBe(true)
    expect(fs.readdirSync(path.join(profile.dataDir, 'backups'))).toHaveLength(1)
  })

  it('gives the same schema in steps as at once', () => {
    const lists = [steps, pixieMigrations, indexMigrations]
    fc.assert(
      fc.property(
        fc.constantFrom(...lists),
        fc.array(fc.nat({ max: 9 }), { maxLength: 4 }),
        (list, stops) => {
          const [once, stepped] = [memory(), memory()]
          migrate(once, list, noCopy)
          for (const stop of [...stops.sort((a, b) => a - b), list.length])
            migrate(stepped, list.slice(0, stop), noCopy)
          expect(schemaOf(stepped)).toEqual(schemaOf(once))
          expect(versionOf(stepped)).toBe(versionOf(once))
        },
      ),
      { numRuns: 40 },
    )
  })

  it('refuses a list that does not rise', () => {
    const [first, second] = steps
    expect(() => migrate(memory(), [second, first] as Migration[], noCopy)).toThrow('does not come after')
    expect(() => migrate(memory(), [first, first] as Migration[], noCopy)).toThrow('does not come after')
    expect(() => open([{ version: 0, name: 'zero', up: noCopy }])).toThrow('does not come after')
    expect(fs.existsSync(profile.dataDir)).toBe(false)
  })
})

describe('a step that fails', () => {
  function expectUntouched(): void {
    const { pixie, close } = open(steps.slice(0, 2))
    expect(versionOf(pixie)).toBe(20)
    const fresh = memory()
    migrate(fresh, steps.slice(0, 2), noCopy)
    expect(schemaOf(pixie)).toEqual(schemaOf(fresh))
    expect(pixie.prepare("SELECT count(*) FROM people WHERE name = 'changed'").pluck().get()).toBe(0)
    close()
  }

  it('leaves version, schema and rows as they were when it throws', () => {
    oldProfile()
    const broken = brokenOff(() => {
      throw new Error('no luck')
    })
    expect(() => open(broken)).toThrow('no luck')
    expectUntouched()
  })

  it('leaves them so when it would break a link between rows', () => {
    oldProfile()
    const broken = [
      ...steps.slice(0, 2),
      { version: 30, name: 'orphans', up: (db: Db) => void db.exec("DELETE FROM people WHERE id = ''") },
    ]
    expect(() => open(broken)).toThrow('would break links')
    expectUntouched()
  })

  it('leaves them so when its process is killed in the middle, and the next start succeeds', async () => {
    oldProfile()
    const child = startChild(childScript, ['migrate', profile.dataDir])
    await child.line('inside')
    await child.kill()
    expectUntouched()
    const { pixie, close } = open(steps)
    expect(versionOf(pixie)).toBe(30)
    expect(pixie.prepare('SELECT count(*) FROM people').pluck().get()).toBe(2)
    close()
  })
})

describe('the copy before the first step', () => {
  it('is whole, at the old version, and named after the new one', () => {
    oldProfile()
    open(steps).close()
    const dir = path.join(profile.dataDir, 'backups')
    const [name = '', ...others] = fs.readdirSync(dir)
    expect(others).toEqual([])
    expect(name).toMatch(/^pre-v30-\d{4}-\d\d-\d\dT\d{6}Z\.db$/)
    const copy = new Database(path.join(dir, name), { readonly: true })
    expect(versionOf(copy)).toBe(20)
    expect(copy.pragma('quick_check', { simple: true })).toBe('ok')
    expect(copy.prepare('SELECT name FROM pets').pluck().all()).toEqual(['Ponyo'])
    copy.close()
  })

  it('stops the update when it cannot be made, and leaves the database alone', () => {
    oldProfile()
    fs.writeFileSync(path.join(profile.dataDir, 'backups'), 'a file where the folder should be')
    expect(() => open(steps)).toThrow(expect.objectContaining({ code: 'unreadable' }))
    fs.rmSync(path.join(profile.dataDir, 'backups'))
    const { pixie, close } = open(steps.slice(0, 2))
    expect(versionOf(pixie)).toBe(20)
    close()
  })

  it('never overwrites another, and clears away what a killed process left unfinished', () => {
    oldProfile()
    const dir = path.join(profile.dataDir, 'backups')
    fs.mkdirSync(dir)
    fs.writeFileSync(path.join(dir, 'pre-v30-x.db.unfinished'), 'half')
    open(steps).close()
    open([...steps, { version: 40, name: 'a', up: noCopy }]).close()
    open([...steps, { version: 40, name: 'a', up: noCopy }, { version: 50, name: 'b', up: noCopy }]).close()
    expect(fs.readdirSync(dir).map((name) => name.slice(0, 8))).toEqual(['pre-v30-', 'pre-v40-', 'pre-v50-'])
  })
})

describe('several processes that open a profile at the same moment', () => {
  async function openTogether(count: number): Promise<void> {
    const children = Array.from({ length: count }, () =>
      startChild(childScript, ['openOnGo', profile.dataDir]),
    )
    await Promise.all(children.map((child) => child.line('ready')))
    for (const child of children) child.say('go')
    expect(await Promise.all(children.map((child) => child.line('version')))).toEqual(
      Array(count).fill('version 30'),
    )
    expect(await Promise.all(children.map((child) => child.ended))).toEqual(Array(count).fill(0))
    expect(children.flatMap((child) => child.lines().filter((line) => line.startsWith('notice')))).toEqual([])
  }

  it('all succeed on a new one', async () => {
    await openTogether(4)
  })

  it('all succeed on an old one, which is copied and updated once', async () => {
    oldProfile()
    await openTogether(4)
    expect(fs.readdirSync(path.join(profile.dataDir, 'backups'))).toHaveLength(1)
    const { pixie, close } = open(steps)
    expect(pixie.prepare('SELECT count(*) FROM people').pluck().get()).toBe(2)
    close()
  })

  it('look at the version again once they have the write lock', () => {
    const file = path.join(profile.root, 'raced.db')
    const [ours, theirs] = [new Database(file), new Database(file)]
    migrate(ours, steps.slice(0, 1), noCopy)
    // Our list of pending steps is made; then the other process is quicker.
    migrate(ours, steps, () => migrate(theirs, steps, noCopy))
    expect(versionOf(ours)).toBe(30)
    ours.close()
    theirs.close()
  })
})
