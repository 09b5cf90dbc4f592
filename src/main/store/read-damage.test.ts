import fs from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore } from './open.ts'
import { steps } from './testing/steps.ts'
import { tempProfile } from './testing/temp-profile.ts'
import { explainStoreError, writeTransaction } from './writers.ts'

let profile: ReturnType<typeof tempProfile>
const notices: string[] = []

beforeEach(() => {
  profile = tempProfile()
  notices.length = 0
})
afterEach(() => profile[Symbol.dispose]())

const open = () =>
  openStore({
    dataDir: profile.dataDir,
    pixieMigrations: steps,
    indexMigrations: steps,
    onNotice: (line) => notices.push(line),
  })

type Name = 'pixie' | 'index'

function fill(name: Name): void {
  const store = open()
  const db = store[name]
  writeTransaction(db, () => {
    const insert = db.prepare('INSERT INTO people (id, name) VALUES (?, ?)')
    for (let n = 0; n < 150; n++) insert.run(`person ${n}`, 'x'.repeat(n * 7))
  })
  store.close()
}

/** Overwrites all but the first pages, as a failing drive may while Pixie runs. */
function spoil(file: string): void {
  const bytes = fs.readFileSync(file)
  bytes.fill(0xa5, Math.floor(bytes.length / 2))
  fs.writeFileSync(file, bytes)
}

function failureOf(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return error
  }
}

it.each<Name>(['pixie', 'index'])(
  'damage that a read of %s meets is told by name, and the next start sets the file aside',
  (name) => {
    fill(name)
    const store = open()
    spoil(store[name].name)
    store[name].pragma('shrink_memory')
    const thrown = failureOf(() => store[name].prepare('SELECT * FROM people').all())
    expect(explainStoreError(store, thrown)).toMatchObject({
      code: 'damaged-database',
      value: store[name].name,
      hint: expect.stringContaining('start it again'),
    })
    store.close()
    open().close()
    expect(notices.join()).toContain(`${name}.db could not be used`)
  },
)

it('leaves other errors as they are', () => {
  const store = open()
  const error = new Error('a slip of ours')
  expect(explainStoreError(store, error)).toBe(error)
  store.close()
})
