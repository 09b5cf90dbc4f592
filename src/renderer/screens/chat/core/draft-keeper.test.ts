import { afterEach, expect, test, vi } from 'vitest'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { createDraftKeeper } from './draft-keeper.ts'

afterEach(() => void vi.useRealTimers())

function setUp(kept: Record<string, string> = {}) {
  const api = createFakeApi({
    'conversations.draft': ({ conversation }) => kept[conversation ?? 'new'] ?? '',
    'conversations.save-draft': ({ conversation, text }) => {
      kept[conversation ?? 'new'] = text
      return {}
    },
  })
  return { api, kept, drafts: createDraftKeeper(api) }
}

test('a draft is written once typing rests, not with every key', () => {
  vi.useFakeTimers()
  const { api, drafts, kept } = setUp()
  for (const text of ['W', 'Wh', 'Whe']) drafts.set('c1', text)
  expect(api.made).toEqual([])
  vi.advanceTimersByTime(500)
  expect(api.made).toHaveLength(1)
  expect(kept).toEqual({ c1: 'Whe' })
})

test('leaving writes at once, each conversation its own', async () => {
  const { drafts, kept } = setUp()
  drafts.set('c1', 'one')
  drafts.set(null, 'new')
  await drafts.flush()
  expect(kept).toEqual({ c1: 'one', new: 'new' })
})

test('what was kept comes back, but never over what was typed since', async () => {
  const { drafts } = setUp({ c1: 'kept' })
  const loading = drafts.load('c1')
  drafts.set('c1', 'typed')
  expect(await loading).toBe('typed')
  const { drafts: later } = setUp({ c1: 'kept' })
  expect(await later.load('c1')).toBe('kept')
  expect(later.known('c1')).toBe('kept')
})
