import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createGrants } from '../settings/grants.ts'
import type { Store } from './database.ts'
import { type CheckResult, storeChecks } from './doctor.ts'
import { migration } from './migrations/pixie-0010-core.ts'
import { openStore } from './open.ts'
import { tempProfile } from './testing/temp-profile.ts'

let profile: ReturnType<typeof tempProfile>
let store: Store

const open = () =>
  openStore({
    dataDir: profile.dataDir,
    pixieMigrations: [migration],
    indexMigrations: [],
    onNotice: () => undefined,
  })

beforeEach(() => {
  profile = tempProfile()
  store = open()
})
afterEach(() => {
  store.close()
  profile[Symbol.dispose]()
})

async function check(name: string, nowMs = Date.now()): Promise<CheckResult> {
  const found = storeChecks(store, () => nowMs).find((one) => one.name === name)
  return found ? found.run() : expect.unreachable(name)
}

it('finds nothing wrong with a healthy profile', async () => {
  const checks = storeChecks(store, Date.now)
  expect(checks.map((one) => one.name)).toEqual([
    'database',
    'index',
    'permissions',
    'disk-space',
    'damaged-files',
    'backups',
    'index-age',
  ])
  for (const { name } of checks.filter((one) => one.name !== 'disk-space')) {
    expect(await check(name), name).toMatchObject({ ok: true })
  }
})

it('sees a page that is damaged while Pixie runs', async () => {
  store.pixie.exec('CREATE TABLE filler (x TEXT) STRICT')
  const insert = store.pixie.prepare('INSERT INTO filler VALUES (?)')
  for (let n = 0; n < 300; n++) insert.run(`${n}`.padStart(200, 'x'))
  store.pixie.pragma('wal_checkpoint(TRUNCATE)')
  store.pixie.pragma('shrink_memory')
  const file = path.join(profile.dataDir, 'pixie.db')
  // In another process: closing a descriptor of the file in this one would drop SQLite's locks.
  const damage = `const fd = fs.openSync(${JSON.stringify(file)}, 'r+')
    fs.writeSync(fd, Buffer.alloc(4096, 0x5a), 0, 4096, fs.fstatSync(fd).size - 8192)`
  execFileSync(process.execPath, ['-e', damage])
  const result = await check('database')
  expect(result).toMatchObject({ ok: false, detail: expect.stringContaining('pixie.db is damaged: ') })
  expect(result.detail).not.toContain('\n')
  expect(await check('index')).toMatchObject({ ok: true })
})

it('goes on about what was set aside until it is moved away', async () => {
  store.close()
  fs.writeFileSync(path.join(profile.dataDir, 'pixie.db'), 'x'.repeat(4096))
  store = open()
  const result = await check('damaged-files')
  expect(result).toMatchObject({
    ok: false,
    detail: expect.stringContaining(path.join(profile.dataDir, 'damaged')),
  })
  fs.rmSync(path.join(profile.dataDir, 'damaged'), { recursive: true })
  expect(await check('damaged-files')).toMatchObject({ ok: true })
})

it('sees that others may read the data, but does not judge documents that lie inside', async () => {
  fs.mkdirSync(path.join(profile.dataDir, 'documents'), { mode: 0o755 })
  fs.writeFileSync(path.join(profile.dataDir, 'documents', 'a.txt'), '', { mode: 0o644 })
  expect(await check('permissions')).toMatchObject({ ok: true })
  fs.chmodSync(path.join(profile.dataDir, 'index.db'), 0o640)
  fs.chmodSync(profile.dataDir, 0o750)
  const result = await check('permissions')
  expect(result.ok).toBe(false)
  expect(result.detail).toContain(`${profile.dataDir} and 1 more`)
})

it('follows no link out of the profile, not even in circles', async () => {
  const backups = path.join(profile.dataDir, 'backups')
  fs.mkdirSync(backups, { mode: 0o700 })
  fs.symlinkSync(profile.root, path.join(backups, 'up'))
  fs.chmodSync(profile.root, 0o755)
  expect(await check('permissions')).toMatchObject({ ok: true })
  fs.writeFileSync(path.join(backups, 'a.db'), '', { mode: 0o644 })
  const result = await check('permissions')
  expect(result.detail).toContain(`${path.join(backups, 'a.db')}.`)
})

it('sees an index that is old, if there is anything to index', async () => {
  const inTwoMonths = Date.now() + 61 * 24 * 3600 * 1000
  expect(await check('index-age', inTwoMonths)).toMatchObject({ ok: true })
  createGrants(store.pixie, { now: () => 0 }).add('folder', '/docs')
  expect(await check('index-age')).toEqual({ ok: true, detail: 'The index last changed 0 days ago.' })
  expect(await check('index-age', inTwoMonths)).toEqual({
    ok: false,
    detail: expect.stringMatching(/6[01] days ago\. Have your folders read again\.$/),
    command: 'pixie files scan',
  })
})

it('tells of the newest backup', async () => {
  expect((await check('backups')).detail).toBe('There is no backup yet.')
  fs.mkdirSync(path.join(profile.dataDir, 'backups'))
  for (const [name, day] of [
    ['b.db', 1],
    ['a.db', 2],
    ['c.db.unfinished', 3],
  ] as const) {
    const file = path.join(profile.dataDir, 'backups', name)
    fs.writeFileSync(file, '')
    fs.utimesSync(file, day * 86_400, day * 86_400)
  }
  expect((await check('backups', 4 * 86_400_000)).detail).toMatch(/a\.db, 2 days old\.$/)
})
