import { createHash } from 'node:crypto'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createWarmStore,
  type WarmFacts,
  type WarmStore,
  type WarmStoreOptions,
  warmKey,
} from './warm-store.ts'

let home: string
let folder: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'pixie-warm-'))
  folder = join(home, 'warm')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const { signal } = new AbortController()
const keyOf = (name: string | number) => createHash('sha256').update(String(name)).digest('hex')

function open(more: Partial<WarmStoreOptions> = {}): WarmStore {
  return createWarmStore({ folder, minFreeBytes: 0, ...more })
}

function writing(text: string) {
  return async (file: string) => {
    await writeFile(file, text)
    return Buffer.byteLength(text)
  }
}

async function save(store: WarmStore, name: string | number, text = `state ${name}`): Promise<void> {
  await store.save(keyOf(name), writing(text))
  await store.settle()
}

async function textOf(store: WarmStore, name: string | number): Promise<string | null> {
  const file = await store.find(keyOf(name), signal)
  return file === null ? null : readFileSync(file, 'utf8')
}

const names = () => readdirSync(folder)

/** Sets when a state was last used: later tests of order must not hang on the clock's grain. */
function age(name: string | number, seconds: number): void {
  for (const file of names().filter((each) => each.startsWith(keyOf(name)))) {
    const at = Date.now() / 1000 - seconds
    utimesSync(join(folder, file), at, at)
  }
}

describe('a state', () => {
  it('is found again under its key, by another store too, and only there', async () => {
    await save(open(), 'a')
    expect(await textOf(open(), 'a')).toBe('state a')
    expect(await textOf(open(), 'b')).toBeNull()
  })

  it('is found as soon as it was saved, while it is still on its way to the disk', async () => {
    const store = open()
    await store.save(keyOf('a'), writing('state a'))
    expect(names().some((name) => name.endsWith('.kv'))).toBe(false)
    expect(await Promise.all([store.has(keyOf('a')), store.has(keyOf('b'))])).toEqual([true, false])
    expect(await textOf(store, 'a')).toBe('state a')
    await store.save(keyOf('b'), writing('state b'))
    expect(await textOf(store, 'b')).toBe('state b')
    await store.discard(keyOf('b'))
    expect(await store.has(keyOf('b'))).toBe(false)
  })

  it('can be read by the owner alone, whatever the umask and the folder were', async () => {
    const before = process.umask(0)
    try {
      await save(open(), 'a')
      chmodSync(folder, 0o755)
      await save(open(), 'b')
    } finally {
      process.umask(before)
    }
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of names()) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['emptied', () => Buffer.alloc(0)],
    ['longer', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])],
    [
      'changed in one bit',
      (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 3 ? byte ^ 1 : byte))),
    ],
  ])('that was %s is deleted instead of given out', async (_, damage) => {
    const store = open()
    await save(store, 'a')
    const file = join(folder, names()[0] ?? '')
    writeFileSync(file, damage(readFileSync(file)))
    expect(await textOf(store, 'a')).toBeNull()
    expect(names()).toEqual([])
    await save(store, 'a')
    expect(await textOf(store, 'a')).toBe('state a')
  })

  it('that another process wrote at the same moment is as good, and a damaged one beside it does no harm', async () => {
    await save(open(), 'a', 'one')
    const [first = ''] = names()
    const whole = createHash('sha256').update('other').digest('hex')
    writeFileSync(join(folder, `${keyOf('a')}.${whole}.kv`), 'other')
    writeFileSync(join(folder, first), 'damaged')
    expect(await textOf(open(), 'a')).toBe('other')
  })

  it('is saved by many at once, each whole', async () => {
    const stores = Array.from({ length: 6 }, () => open())
    await Promise.all(stores.map((store, at) => store.save(keyOf('a'), writing(`state of ${at}`))))
    await Promise.all(stores.map((store) => store.settle()))
    expect(await textOf(open(), 'a')).toMatch(/^state of \d$/)
    expect(names().filter((name) => !name.endsWith('.kv'))).toEqual([])
  })

  it('is gone after the library refused it', async () => {
    const store = open()
    await save(store, 'a')
    await save(store, 'b')
    await store.discard(keyOf('a'))
    expect(await textOf(store, 'a')).toBeNull()
    expect(await textOf(store, 'b')).toBe('state b')
  })
})

describe('bounds', () => {
  it('let the least recently used go, where being found is a use', async () => {
    const store = open({ maxFiles: 3 })
    for (const name of [1, 2, 3]) {
      await save(store, name)
      age(name, 100 - name)
    }
    expect(await textOf(store, 1)).toBe('state 1')
    await save(store, 4)
    expect(await textOf(store, 2)).toBeNull()
    expect(await Promise.all([1, 3, 4].map((name) => textOf(store, name)))).not.toContain(null)
  })

  it('hold for the bytes, and keep out what alone is larger', async () => {
    const store = open({ maxBytes: 10 })
    await save(store, 1, '12345')
    age(1, 10)
    await save(store, 2, '12345')
    expect(names()).toHaveLength(2)
    await save(store, 3, '12345678901')
    expect(await textOf(store, 3)).toBeNull()
  })

  it('hold after any saves', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(9), fc.nat(40)), { minLength: 1, maxLength: 15 }),
        async (saves) => {
          const store = open({ maxFiles: 4, maxBytes: 90 })
          for (const [name, size] of saves) await save(store, name, 'x'.repeat(size))
          const sizes = names().map((name) => statSync(join(folder, name)).size)
          expect(sizes.length).toBeLessThanOrEqual(4)
          expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(90)
          rmSync(folder, { recursive: true })
        },
      ),
      { numRuns: 15 },
    )
  })

  it('leave files of others alone', async () => {
    const store = open({ maxFiles: 1 })
    await save(store, 1)
    writeFileSync(join(folder, 'mine.txt'), 'mine')
    age(1, 10)
    await save(store, 2)
    expect(names()).toContain('mine.txt')
  })
})

describe('working without', () => {
  it('leaves nothing of a write that fails or is cut short', async () => {
    const store = open()
    await store.save(keyOf(1), async (file) => {
      await writeFile(file, 'half')
      throw new Error('no space')
    })
    await store.save(keyOf(2), async (file) => {
      await writeFile(file, 'half')
      return 9
    })
    await store.settle()
    expect(names()).toEqual([])
  })

  it('writes nothing while the disk is nearly full', async () => {
    let wrote = false
    await open({ minFreeBytes: Number.MAX_SAFE_INTEGER }).save(keyOf(1), async () => {
      wrote = true
      return 0
    })
    expect(wrote).toBe(false)
    expect(names()).toEqual([])
  })

  it.each([
    ['a file', () => writeFileSync(folder, 'x')],
    ['in a folder that is gone', () => rmSync(home, { recursive: true })],
  ])('goes on when the folder is %s', async (_, prepare) => {
    prepare()
    const store = open()
    await save(store, 1)
    expect(await textOf(store, 1)).toBeNull()
    await store.discard(keyOf(1))
  })

  it('sweeps drafts of killed writers, not those of living ones', async () => {
    await save(open(), 1)
    const old = join(folder, `${'0'.repeat(16)}.draft`)
    const fresh = join(folder, `${'1'.repeat(16)}.draft`)
    for (const file of [old, fresh]) writeFileSync(file, 'half')
    const yesterday = Date.now() / 1000 - 86_400
    utimesSync(old, yesterday, yesterday)
    expect(await textOf(open(), 1)).toBe('state 1')
    expect(names().filter((name) => name.endsWith('.draft'))).toEqual([`${'1'.repeat(16)}.draft`])
  })

  it('gives nothing once the signal is aborted', async () => {
    const store = open()
    await save(store, 1)
    expect(await store.find(keyOf(1), AbortSignal.abort())).toBeNull()
    expect(names()).toHaveLength(1)
  })
})

describe('the key', () => {
  const facts: WarmFacts = {
    model: 'abc',
    library: '3 b1',
    contextTokens: 4096,
    batchTokens: 128,
    cache: 'f16',
    machine: 'linux',
  }
  const tokens = [1, 2, 3]

  it('is the same for the same facts', () => {
    expect(warmKey({ ...facts }, [...tokens])).toBe(warmKey(facts, tokens))
  })

  it.each<[string, Partial<WarmFacts>]>([
    ['model', { model: 'abd' }],
    ['library', { library: '3 b2' }],
    ['window', { contextTokens: 2048 }],
    ['batch', { batchTokens: 256 }],
    ['cache', { cache: 'q8' }],
    ['machine', { machine: 'darwin' }],
  ])('differs with the %s', (_, other) => {
    expect(warmKey({ ...facts, ...other }, tokens)).not.toBe(warmKey(facts, tokens))
  })

  it('differs with any token', () => {
    for (const other of [
      [1, 2],
      [1, 2, 4],
      [1, 2, 3, 3],
      [12, 3],
    ])
      expect(warmKey(facts, other)).not.toBe(warmKey(facts, tokens))
  })
})
