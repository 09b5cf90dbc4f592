import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PixieError } from '../../shared/errors.ts'
import { openMemoryStore, type Store } from './database.ts'
import { openStore } from './open.ts'
import { type Child, startChild } from './testing/child.ts'
import { steps } from './testing/steps.ts'
import { tempProfile } from './testing/temp-profile.ts'
import { eraseTransaction, writeTransaction } from './writers.ts'

// Many commits or processes on a busy machine take their time; nothing here is about speed.
vi.setConfig({ testTimeout: 30_000 })

const childScript = fileURLToPath(new URL('./testing/store-child.ts', import.meta.url))
const busyTimeoutMs = 150

let profile: ReturnType<typeof tempProfile>
const opened: Store[] = []
const children: Child[] = []

beforeEach(() => {
  profile = tempProfile()
})

afterEach(async () => {
  for (const store of opened.splice(0)) store.close()
  for (const child of children.splice(0)) await child.kill()
  profile[Symbol.dispose]()
})

function open(): Store {
  const store = openStore({
    dataDir: profile.dataDir,
    pixieMigrations: steps,
    indexMigrations: [],
    busyTimeoutMs,
    command: 'pixie test',
    onNotice: (line) => expect.unreachable(line),
  })
  opened.push(store)
  return store
}

async function start(mode: string, until: string): Promise<Child> {
  const child = startChild(childScript, [mode, profile.dataDir])
  children.push(child)
  await child.line(until)
  return child
}

const insert = (store: Store, id: string) =>
  writeTransaction(
    store.pixie,
    () => store.pixie.prepare('INSERT INTO people (id) VALUES (?)').run(id).changes,
  )
const count = (store: Store) => store.pixie.prepare('SELECT count(*) FROM people').pluck().get()

function busyErrorOf(store: Store): PixieError {
  try {
    insert(store, 'blocked')
  } catch (error) {
    if (error instanceof PixieError && error.code === 'database-busy') return error
    throw error
  }
  return expect.unreachable('the write went through')
}

describe('while another process writes', () => {
  it('a profile opens and reads, and a write names that process and command', async () => {
    insert(open(), 'a')
    const holder = await start('hold', 'holding')
    const store = open()
    expect(count(store)).toBe(1)
    const before = Date.now()
    const error = busyErrorOf(store)
    expect(Date.now() - before).toBeGreaterThanOrEqual(busyTimeoutMs - 10)
    expect(error.message).toContain(`process ${holder.pid} (pixie hold) is writing`)
    expect(error.message).toContain('after 0.15 s')
    await holder.kill()
    expect(insert(store, 'b')).toBe(1)
    expect(count(store)).toBe(2)
  })

  it('names the one that holds the lock, not others that have the profile open', async () => {
    open()
    const idle = await start('idle', 'open')
    const holder = await start('hold', 'holding')
    const error = busyErrorOf(open())
    expect(error.message).toContain(`process ${holder.pid} `)
    expect(error.message).not.toContain(String(idle.pid))
  })

  it('blames nobody when the holder is unknown', async () => {
    const store = open()
    const idle = await start('idle', 'open')
    await start('holdRaw', 'holding')
    const error = busyErrorOf(store)
    expect(error.message).toContain('Another program is writing')
    expect(error.message).not.toContain(String(idle.pid))
    expect(error.hint).toContain(`It is open in process ${idle.pid} (pixie idle).`)
  })

  it('does not take a killed process for a live one', async () => {
    const store = open()
    const killed = await start('hold', 'holding')
    await killed.kill()
    await start('holdRaw', 'holding')
    const error = busyErrorOf(store)
    expect(`${error.message} ${error.hint}`).not.toContain(String(killed.pid))
  })
})

describe('a write', () => {
  it('keeps nothing when its function throws, and passes the error on', () => {
    const store = open()
    const oops = new Error('oops')
    const run = () =>
      writeTransaction(store.pixie, () => {
        store.pixie.exec("INSERT INTO people (id) VALUES ('half')")
        throw oops
      })
    expect(run).toThrow(oops)
    expect(count(store)).toBe(0)
    expect(insert(store, 'a')).toBe(1)
  })

  it('inside another is a part of it', () => {
    const store = open()
    const outer = () =>
      writeTransaction(store.pixie, () => {
        insert(store, 'inner')
        throw new Error('outer fails')
      })
    expect(outer).toThrow('outer fails')
    expect(count(store)).toBe(0)
    writeTransaction(store.pixie, () => {
      expect(() =>
        writeTransaction(store.pixie, () => {
          insert(store, 'gone')
          throw new Error('inner fails')
        }),
      ).toThrow('inner fails')
      insert(store, 'kept')
    })
    expect(store.pixie.prepare('SELECT id FROM people').pluck().all()).toEqual(['kept'])
  })

  it('says so when the disk is full or may not be written, and keeps what was there', () => {
    const store = open()
    insert(store, 'a')
    store.pixie.pragma(`max_page_count = ${store.pixie.pragma('page_count', { simple: true })}`)
    const fill = () =>
      writeTransaction(store.pixie, () => {
        for (let n = 0; n < 100; n++) {
          store.pixie.prepare('INSERT INTO people (id) VALUES (?)').run(`${n}${'x'.repeat(2000)}`)
        }
      })
    expect(fill).toThrow(expect.objectContaining({ code: 'no-space' }))
    expect(count(store)).toBe(1)
    store.pixie.pragma('query_only = ON')
    expect(() => insert(store, 'b')).toThrow(expect.objectContaining({ code: 'permission-denied' }))
    expect(count(store)).toBe(1)
  })

  it('works on a store in memory', () => {
    const store = openMemoryStore(steps, [])
    opened.push(store)
    expect(insert(store, 'a')).toBe(1)
    expect(eraseTransaction(store.pixie, () => store.pixie.prepare('DELETE FROM people').run().changes)).toBe(
      1,
    )
    expect(count(store)).toBe(0)
  })
})
