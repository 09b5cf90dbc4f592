import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BaseDraftFields } from '../../../shared/contract/alignment.ts'
import { CallError } from '../../api.ts'
import { createFakeApi } from '../../testing/fake-api.ts'
import { createBaseWriting } from './base-writing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(kept: BaseDraftFields | null = null, saved = 'Saved.') {
  const store: { draft: BaseDraftFields | null; isBroken: boolean } = { draft: kept, isBroken: false }
  const api = createFakeApi({
    'alignment.save-draft': ({ draft }) => {
      if (store.isBroken)
        throw new CallError({ code: 'no-space', message: 'The disk is full', hint: 'Make room.' })
      store.draft = draft
      return {}
    },
  })
  const writing = createBaseWriting({ api, saved, kept })
  return { api, writing, store, now: () => writing.store.getState() }
}

test('what is written is kept a moment after the first key, however one types on, and the store has all of it', async () => {
  const { writing, store, now } = setUp()
  for (const text of ['M', 'Mi', 'Min', 'Mine']) {
    writing.write(text)
    await vi.advanceTimersByTimeAsync(80)
  }
  expect(store.draft).toEqual({ text: 'Min', basedOn: 'Saved.' })
  await vi.advanceTimersByTimeAsync(300)
  expect(store.draft).toEqual({ text: 'Mine', basedOn: 'Saved.' })
  expect(now()).toMatchObject({ isDirty: true, isKept: true, isOvertaken: false })
})

test('asked to keep it does so at once', async () => {
  const { writing, store } = setUp()
  writing.write('Mine')
  await writing.keep()
  expect(store.draft?.text).toBe('Mine')
})

test('a draft comes back unsaved, and says so when the saved text became another meanwhile', () => {
  expect(setUp({ text: 'Mine', basedOn: 'Saved.' }).now()).toMatchObject({
    text: 'Mine',
    isDirty: true,
    isOvertaken: false,
  })
  expect(setUp({ text: 'Mine', basedOn: 'Older.' }).now()).toMatchObject({ text: 'Mine', isOvertaken: true })
  expect(setUp({ text: 'Saved.', basedOn: 'Older.' }).now()).toMatchObject({
    isDirty: false,
    isOvertaken: false,
  })
})

test('changed elsewhere, it follows only where nothing is being written, and is decided on else', async () => {
  const { writing, store, now } = setUp()
  writing.follow('Theirs.')
  expect(now()).toMatchObject({ text: 'Theirs.', isDirty: false, followed: 1 })
  writing.write('Mine')
  writing.follow('Theirs, again.')
  expect(now()).toMatchObject({ text: 'Mine', saved: 'Theirs, again.', isOvertaken: true, followed: 1 })
  writing.write('Mine, more')
  expect(now().isOvertaken).toBe(true)
  writing.keepMine()
  await vi.advanceTimersByTimeAsync(1)
  expect(now()).toMatchObject({ text: 'Mine, more', isOvertaken: false, isKept: true })
  expect(store.draft).toEqual({ text: 'Mine, more', basedOn: 'Theirs, again.' })
})

test('discarded or typed back to what is saved, no draft stays', async () => {
  const { writing, store, now } = setUp({ text: 'Mine', basedOn: 'Older.' })
  await writing.discard()
  expect(now()).toMatchObject({ text: 'Saved.', isDirty: false, isKept: true, followed: 1 })
  expect(store.draft).toBeNull()
  writing.write('x')
  await writing.keep()
  writing.write('Saved.')
  await writing.keep()
  expect(store.draft).toBeNull()
})

test('saved, what was typed meanwhile is still being written, over what was saved', async () => {
  const { writing, store, now } = setUp()
  writing.write('Mine')
  writing.write('Mine!')
  writing.settle('Mine')
  await vi.advanceTimersByTimeAsync(1)
  expect(now()).toMatchObject({ text: 'Mine!', isDirty: true, isOvertaken: false })
  expect(store.draft).toEqual({ text: 'Mine!', basedOn: 'Mine' })
})

test('a draft that cannot be kept says why, and is tried again', async () => {
  const { writing, store, now } = setUp()
  store.isBroken = true
  writing.write('Mine')
  await vi.advanceTimersByTimeAsync(300)
  expect(now()).toMatchObject({ isKept: false, error: { code: 'no-space' } })
  store.isBroken = false
  await writing.keep()
  expect(store.draft?.text).toBe('Mine')
})
