import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { createConversations } from '../conversations/conversations.ts'
import { openStore } from './open.ts'
import { killLoop } from './testing/kill-loop.ts'
import { tempProfile } from './testing/temp-profile.ts'

// Many commits or processes on a busy machine take their time; nothing here is about speed.
vi.setConfig({ testTimeout: 120_000 })

const kills = 52

it(`keeps every acknowledged message through ${kills} kills at random moments`, async () => {
  using profile = tempProfile()
  const { dataDir } = profile
  const acknowledged = await killLoop({
    script: fileURLToPath(new URL('./testing/store-child.ts', import.meta.url)),
    args: ['append', dataDir],
    kills,
    minMs: 20,
    maxMs: 150,
    writers: 2,
  })
  const notices: string[] = []
  const store = openStore({ dataDir, onNotice: (line) => notices.push(line) })
  expect(notices).toEqual([])
  expect(store.pixie.pragma('quick_check', { simple: true })).toBe('ok')
  const conversations = createConversations(store.pixie, { now: Date.now })
  const kept = new Set(
    conversations
      .list(1000)
      .flatMap(({ id }) => conversations.messages(id, 1_000_000).map((message) => message.id)),
  )
  store.close()
  expect(acknowledged.length).toBeGreaterThan(kills)
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
})
