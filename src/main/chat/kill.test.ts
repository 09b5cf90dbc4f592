import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { createConversations } from '../conversations/conversations.ts'
import { openStore } from '../store/open.ts'
import { startChild } from '../store/testing/child.ts'
import { tempProfile } from '../store/testing/temp-profile.ts'

// A process starts here; nothing here is about speed.
vi.setConfig({ testTimeout: 60_000 })

it('keeps the part of an answer that a killed process had written, and marks it; a living one is left alone', async () => {
  using profile = tempProfile()
  const { dataDir } = profile
  const child = startChild(fileURLToPath(new URL('./testing/stream-child.ts', import.meta.url)), [dataDir])
  const answer = (await child.line('answer ')).slice('answer '.length)
  const kept = () => child.lines().filter((line) => line.startsWith('kept '))
  await expect.poll(() => kept().length, { timeout: 30_000 }).toBeGreaterThan(2)

  const onNotice = () => undefined
  const beside = openStore({ dataDir, onNotice })
  const living = createConversations(beside.pixie, { now: Date.now }, { processes: beside })
  living.recover()
  expect(living.message(answer)).toMatchObject({ end: null })
  await child.kill()
  const acknowledged = Number(kept().at(-1)?.slice('kept '.length))
  expect(acknowledged).toBeGreaterThan(20)
  living.recover()
  beside.close()

  const store = openStore({ dataDir, onNotice })
  const conversations = createConversations(store.pixie, { now: Date.now }, { processes: store })
  conversations.recover()
  const message = conversations.message(answer)
  expect(message?.end).toBe('interrupted')
  expect(message?.text.length).toBeGreaterThanOrEqual(acknowledged)
  expect(message?.text).toMatch(/^word0 word1 word2 /)
  expect(conversations.search('word7', 5).map((hit) => hit.message)).toEqual([answer])
  const [question] = conversations.messages(message?.conversation ?? '', 10)
  expect(question?.text).toBe('Write without end')
  const again = conversations.askAgain(answer)
  expect(again.answer.version).toEqual({ number: 2, count: 2 })
  store.close()
})
