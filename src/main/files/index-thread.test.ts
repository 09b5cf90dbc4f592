import { describe, expect, it } from 'vitest'
import { openStore } from '../store/open.ts'
import { tempProfile } from '../store/testing/temp-profile.ts'
import { createIndexThread, type IndexWork, indexWorkHere } from './index-thread.ts'
import { createFileRows, type FileRecord } from './rows.ts'
import type { SearchRequest } from './search.ts'

function fileOf(name: string, text: string): FileRecord {
  return {
    root: '/docs',
    relative: Buffer.from(name),
    path: `/docs/${name}`,
    name,
    kind: 'text',
    size: BigInt(text.length),
    mtimeMs: 1_700_000_000_000,
    stamp: `stamp of ${name}`,
    identity: null,
    device: 'here',
    state: 'indexed',
    reason: null,
    title: null,
    text,
  }
}

const request = (query: string): SearchRequest => ({
  query,
  question: '',
  devices: [],
  limit: 5,
  nowMs: 1_700_000_000_000,
})

async function withIndex(check: (thread: IndexWork, here: IndexWork) => Promise<void>) {
  using profile = tempProfile()
  const store = openStore({ dataDir: profile.dataDir, onNotice: () => {} })
  const thread = createIndexThread(store.dataDir)
  try {
    await check(thread, indexWorkHere(createFileRows(store.index)))
  } finally {
    await thread.close()
    store.close()
  }
}

describe('the thread of the index', () => {
  it('puts and finds what this thread would, and both see what the other put', () =>
    withIndex(async (thread, here) => {
      await thread.put(fileOf('rent.txt', 'The rent is 900 a month.'))
      await here.put(fileOf('tax.txt', 'Rent can be set off against tax.'))
      const [beside, same] = [await thread.rank(request('rent')), await here.rank(request('rent'))]
      expect(beside).toEqual(same)
      expect(beside.map(({ row }) => row.name)).toEqual(['rent.txt', 'tax.txt'])
    }))

  it('does its jobs in the order in which they come', () =>
    withIndex(async (thread) => {
      const [, before, , after] = await Promise.all([
        thread.put(fileOf('a.txt', 'one kingfisher')),
        thread.rank(request('kingfisher')),
        thread.put(fileOf('b.txt', 'two kingfisher')),
        thread.rank(request('kingfisher')),
      ])
      expect([before.length, after.length]).toEqual([1, 2])
    }))

  it('tells an error of the database as what it was, and goes on', () =>
    withIndex(async (thread) => {
      const wrong = { ...fileOf('a.txt', 'x'), state: 'lost' as 'indexed' } // what the table refuses
      await expect(thread.put(wrong)).rejects.toMatchObject({
        code: expect.stringMatching(/^SQLITE_CONSTRAINT/),
      })
      await thread.put(fileOf('a.txt', 'fine'))
      expect(await thread.rank(request('fine'))).toHaveLength(1)
    }))

  it('takes nothing more once it is closed, and may be closed twice or before it was needed', () =>
    withIndex(async (thread) => {
      await thread.close()
      await thread.close()
      await expect(thread.rank(request('x'))).rejects.toMatchObject({ code: 'stopped' })
    }))

  it('finishes what it was given before it ends', () =>
    withIndex(async (thread, here) => {
      const put = thread.put(fileOf('late.txt', 'a late heron'))
      await thread.close()
      await put
      expect(await here.rank(request('heron'))).toHaveLength(1)
    }))
})
