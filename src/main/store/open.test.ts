import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Migration, Store } from './database.ts'
import { applicationId } from './migrate.ts'
import { openStore } from './open.ts'
import { startChild } from './testing/child.ts'
import { steps } from './testing/steps.ts'
import { snapshot, tempProfile } from './testing/temp-profile.ts'
import { writeTransaction } from './writers.ts'

// Many commits or processes on a busy machine take their time; nothing here is about speed.
vi.setConfig({ testTimeout: 30_000 })

const childScript = fileURLToPath(new URL('./testing/store-child.ts', import.meta.url))

let profile: ReturnType<typeof tempProfile>
let notices: string[]
const opened: Store[] = []

beforeEach(() => {
  profile = tempProfile()
  notices = []
})

afterEach(() => {
  for (const store of opened.splice(0)) store.close()
  profile[Symbol.dispose]()
})

interface Lists {
  pixie?: readonly Migration[]
  index?: readonly Migration[]
}

function open({ pixie = steps, index = [] }: Lists = {}): Store {
  const store = openStore({
    dataDir: profile.dataDir,
    pixieMigrations: pixie,
    indexMigrations: index,
    busyTimeoutMs: 200,
    onNotice: (line) => notices.push(line),
  })
  opened.push(store)
  return store
}

const fileOf = (name: string) => path.join(profile.dataDir, name)
const addPerson = (store: Store, id: string, name = 'Zoë O’Brien 東京') =>
  writeTransaction(store.pixie, () =>
    store.pixie.prepare('INSERT INTO people (id, name) VALUES (?, ?)').run(id, name),
  )
const people = (store: Store) => store.pixie.prepare('SELECT id FROM people ORDER BY id').pluck().all()

/** A closed profile with enough rows for several pages. */
function filledProfile(rows = 400): void {
  const store = open()
  writeTransaction(store.pixie, () => {
    for (let n = 0; n < rows; n++) addPerson(store, `p${n}`, 'n'.repeat(200))
  })
  store.close()
}

describe('a new profile', () => {
  it('has both databases at the newest version, marked as ours, and says nothing', () => {
    const store = open({ index: steps.slice(0, 2) })
    expect(store.pixie.pragma('user_version', { simple: true })).toBe(30)
    expect(store.index.pragma('user_version', { simple: true })).toBe(20)
    expect(store.pixie.pragma('application_id', { simple: true })).toBe(applicationId)
    expect(notices).toEqual([])
    expect(fs.existsSync(fileOf('backups'))).toBe(false)
  })

  it('is as durable and as strict as the design asks', () => {
    const { pixie, index } = open()
    const read = (db: Store['pixie'], name: string) => db.pragma(name, { simple: true })
    expect(read(pixie, 'journal_mode')).toBe('wal')
    expect(read(index, 'journal_mode')).toBe('wal')
    expect(read(pixie, 'synchronous')).toBe(2)
    expect(read(index, 'synchronous')).toBe(1)
    for (const name of [
      'fullfsync',
      'checkpoint_fullfsync',
      'secure_delete',
      'foreign_keys',
      'cell_size_check',
    ]) {
      expect([name, read(pixie, name)]).toEqual([name, 1])
    }
    expect(read(pixie, 'trusted_schema')).toBe(0)
    expect(read(pixie, 'busy_timeout')).toBe(200)
  })

  it('takes an empty file for a new one', () => {
    fs.mkdirSync(profile.dataDir)
    fs.writeFileSync(fileOf('pixie.db'), '')
    open()
    expect(notices).toEqual([])
    expect(fs.existsSync(fileOf('damaged'))).toBe(false)
  })

  it('leaves nothing but the closed databases behind', () => {
    open().close()
    expect(Object.keys(snapshot(profile.dataDir))).toEqual([
      'index.db',
      'last-check',
      'open.lock',
      'pixie.db',
      'processes',
    ])
  })

  it('keeps what was written for the next start', () => {
    const first = open()
    addPerson(first, 'a')
    first.close()
    first.close()
    expect(people(open())).toEqual(['a'])
  })
})

describe('permissions', () => {
  it('are the owner’s alone, whatever the umask and however open they were', () => {
    const before = process.umask(0)
    try {
      filledProfile(1)
      fs.chmodSync(fileOf('pixie.db'), 0o666)
      fs.chmodSync(profile.dataDir, 0o755)
      fs.writeFileSync(fileOf('index.db'), 'no database')
      addPerson(open(), 'b')
      open({ pixie: [...steps, { version: 40, name: 'more', up: () => undefined }] })
      const modes = Object.entries(snapshot(profile.dataDir)).map(([name, v]) => `${name} ${v.split(' ')[0]}`)
      const names = [
        'pixie.db',
        'pixie.db-wal',
        'pixie.db-shm',
        'index.db',
        'backups',
        'damaged',
        'processes',
      ]
      for (const name of names) expect(modes.some((line) => line.startsWith(`${name} `))).toBe(true)
      const isFolder = (line: string) => fs.statSync(fileOf(line.slice(0, -4))).isDirectory()
      for (const line of modes) expect(line.endsWith(isFolder(line) ? ' 700' : ' 600'), line).toBe(true)
      expect(fs.statSync(profile.dataDir).mode & 0o777).toBe(0o700)
    } finally {
      process.umask(before)
    }
  })

  it('refuses a folder that others need, and a file', () => {
    fs.mkdirSync(profile.dataDir)
    fs.chmodSync(profile.dataDir, 0o1777)
    expect(() => open()).toThrow(expect.objectContaining({ code: 'invalid-input' }))
    expect(snapshot(profile.dataDir)).toEqual({})
    fs.rmdirSync(profile.dataDir)
    fs.writeFileSync(profile.dataDir, 'a file')
    expect(() => open()).toThrow(expect.objectContaining({ code: 'invalid-input' }))
  })
})

describe('a database from a newer version', () => {
  function refuseUntouched(): void {
    const before = snapshot(profile.dataDir)
    expect(() => open()).toThrow(expect.objectContaining({ code: 'newer-database' }))
    expect(snapshot(profile.dataDir)).toEqual(before)
    expect(notices).toEqual([])
  }

  it('is refused and left byte for byte as it was', () => {
    open({ pixie: [...steps, { version: 40, name: 'future', up: () => undefined }] }).close()
    for (const name of ['open.lock', 'last-check']) fs.rmSync(fileOf(name))
    fs.rmdirSync(fileOf('processes'))
    fs.chmodSync(fileOf('pixie.db'), 0o644)
    refuseUntouched()
  })

  it('is recognised when the version stands only in the log of a crashed process', () => {
    filledProfile(3)
    const source = new Database(fileOf('pixie.db'))
    source.pragma('wal_autocheckpoint = 0')
    source.pragma('user_version = 40')
    source.exec("INSERT INTO people (id) VALUES ('from the future')")
    const copy = path.join(profile.root, 'copy')
    fs.mkdirSync(copy)
    for (const name of ['pixie.db', 'pixie.db-wal']) fs.copyFileSync(fileOf(name), path.join(copy, name))
    source.close()
    fs.rmSync(profile.dataDir, { recursive: true })
    fs.renameSync(copy, profile.dataDir)
    expect(fs.readFileSync(fileOf('pixie.db')).readInt32BE(60)).toBe(30)
    refuseUntouched()
  })

  it('does not count when the log’s commit never became whole', () => {
    filledProfile(3)
    const source = new Database(fileOf('pixie.db'))
    source.pragma('wal_autocheckpoint = 0')
    source.pragma('user_version = 40')
    const log = fs.readFileSync(fileOf('pixie.db-wal'))
    source.pragma('user_version = 30')
    source.close()
    log.writeUInt8(log.readUInt8(log.length - 1) ^ 1, log.length - 1)
    fs.writeFileSync(fileOf('pixie.db-wal'), log)
    expect(people(open())).toHaveLength(3)
  })

  it('gives way when it is the index, which can be built anew', () => {
    filledProfile(1)
    const index = new Database(fileOf('index.db'))
    index.pragma(`application_id = ${applicationId}`)
    index.pragma('user_version = 99')
    index.close()
    expect(people(open())).toEqual(['p0'])
    expect(notices).toEqual([expect.stringContaining('index.db was made by a newer Pixie and was moved to')])
    expect(fs.readdirSync(fileOf('damaged'))).toHaveLength(1)
  })

  it('refuses writes once another process has moved the schema on', () => {
    const store = open()
    const newer = new Database(fileOf('pixie.db'))
    newer.pragma('user_version = 40')
    newer.close()
    expect(() => addPerson(store, 'late')).toThrow(expect.objectContaining({ code: 'newer-database' }))
    expect(people(store)).toEqual([])
  })
})

describe('a damaged database', () => {
  const faults: Record<string, (file: string) => void> = {
    'cut in the middle of a page': (file) => fs.truncateSync(file, 10_000),
    'cut at the end of a page': (file) => fs.truncateSync(file, 8192),
    'cut within the header': (file) => fs.truncateSync(file, 50),
    'filled with random bytes': (file) =>
      fs.writeFileSync(file, Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * 7919 + 13) % 251))),
    'filled with zeros': (file) => fs.writeFileSync(file, Buffer.alloc(fs.statSync(file).size)),
    'with another first letter': (file) => flip(file, 0),
    'that says it may only be read': (file) => flip(file, 18, 0xff),
    'with another page size': (file) => flip(file, 16, 0x33),
    'with another mark': (file) => flip(file, 69),
    'with an unknown schema format': (file) => flip(file, 47),
    'with an unknown text encoding': (file) => flip(file, 59),
    'of a version that never was': (file) => flip(file, 63, 0x04),
    'with a bad page in the middle': (file) => {
      const bytes = fs.readFileSync(file)
      bytes.fill(0xa5, Math.floor(bytes.length / 8192) * 4096, Math.floor(bytes.length / 8192) * 4096 + 4096)
      fs.writeFileSync(file, bytes)
    },
    'of another program': (file) => {
      fs.rmSync(file)
      new Database(file).exec('CREATE TABLE theirs (x)').close()
    },
  }

  function flip(file: string, position: number, mask = 0x20): void {
    const bytes = fs.readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(position) ^ mask, position)
    fs.writeFileSync(file, bytes)
  }

  for (const [fault, damage] of Object.entries(faults)) {
    it(`${fault} is set aside whole, and the owner is told where`, () => {
      filledProfile()
      damage(fileOf('pixie.db'))
      const bytes = fs.readFileSync(fileOf('pixie.db'))
      const store = open()
      expect(people(store)).toEqual([])
      addPerson(store, 'new')
      expect(notices).toHaveLength(1)
      const [folder = ''] = fs.readdirSync(fileOf('damaged'))
      expect(folder).toMatch(/^\d{4}-\d\d-\d\dT\d{6}Z$/)
      expect(notices[0]).toContain(path.join(profile.dataDir, 'damaged', folder))
      expect(notices[0]).toContain('There is no backup yet.')
      expect(fs.readFileSync(path.join(fileOf('damaged'), folder, 'pixie.db')).equals(bytes)).toBe(true)
    })
  }

  it('never overwrites what was set aside in the same second', () => {
    for (let n = 0; n < 4; n++) {
      fs.mkdirSync(profile.dataDir, { recursive: true })
      fs.writeFileSync(fileOf('pixie.db'), `damaged, number ${n}`)
      open().close()
    }
    const kept = fs
      .readdirSync(fileOf('damaged'))
      .map((folder) => fs.readFileSync(path.join(fileOf('damaged'), folder, 'pixie.db'), 'utf8'))
    expect(kept.sort()).toEqual([0, 1, 2, 3].map((n) => `damaged, number ${n}`))
  })

  it('takes its log along, and an orphaned log is kept too', () => {
    filledProfile(2)
    const source = new Database(fileOf('pixie.db'))
    source.exec("INSERT INTO people (id) VALUES ('only in the log')")
    const log = fs.readFileSync(fileOf('pixie.db-wal'))
    source.close()
    fs.writeFileSync(fileOf('pixie.db-wal'), log)
    fs.writeFileSync(fileOf('pixie.db'), '')
    open()
    const [folder = ''] = fs.readdirSync(fileOf('damaged'))
    expect(fs.readFileSync(path.join(fileOf('damaged'), folder, 'pixie.db-wal')).equals(log)).toBe(true)
    expect(notices[0]).toContain('its log')
  })

  it('points to the newest backup when there is one', () => {
    open({ pixie: steps.slice(0, 1) }).close()
    open().close()
    const [backup = ''] = fs.readdirSync(fileOf('backups'))
    fs.writeFileSync(fileOf('pixie.db'), 'x'.repeat(4096))
    open()
    expect(notices[0]).toContain(`The newest backup is ${path.join(profile.dataDir, 'backups', backup)}.`)
  })

  it('is not moved while another process has it open', async () => {
    filledProfile(5)
    const other = startChild(childScript, ['idle', profile.dataDir])
    try {
      await other.line('open')
      const bytes = fs.readFileSync(fileOf('pixie.db'))
      fs.writeFileSync(fileOf('pixie.db'), bytes.fill(0, 0, 16))
      expect(() => open()).toThrow(`pixie.db is damaged, but it is open in process ${other.pid} (pixie idle)`)
      expect(fs.existsSync(fileOf('damaged'))).toBe(false)
    } finally {
      await other.kill()
    }
    open()
    expect(notices).toHaveLength(1)
  })

  it('that is the index is set aside and built anew, and the precious one stays', () => {
    filledProfile(2)
    fs.writeFileSync(fileOf('index.db'), 'x'.repeat(9000))
    expect(people(open())).toEqual(['p0', 'p1'])
    expect(notices).toEqual([
      expect.stringMatching(/^index\.db could not be used .* It is built anew with the next reading/),
    ])
  })
})
