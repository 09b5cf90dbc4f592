import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { openStore } from '../store/open.ts'
import { killLoop } from '../store/testing/kill-loop.ts'
import { tempProfile } from '../store/testing/temp-profile.ts'

it('keeps every acknowledged line when it is killed at any moment', { timeout: 60_000 }, async () => {
  using profile = tempProfile()
  const acknowledged = await killLoop({
    script: fileURLToPath(new URL('testing/add-forever.ts', import.meta.url)),
    args: [profile.dataDir],
    kills: 50,
    minMs: 0,
    maxMs: 50,
    writers: 3,
  })
  expect(acknowledged.length).toBeGreaterThan(50)
  const notices: string[] = []
  const store = openStore({ dataDir: profile.dataDir, onNotice: (line) => notices.push(line) })
  const kept = store.pixie.prepare<[], string>('SELECT id FROM memory_lines').pluck().all()
  expect(acknowledged.filter((id) => !new Set(kept).has(id))).toEqual([])
  expect(store.pixie.pragma('quick_check', { simple: true })).toBe('ok')
  // The index holds exactly the lines: a commit is both or neither.
  store.pixie.exec("INSERT INTO memory_index(memory_index) VALUES ('integrity-check')")
  expect(store.pixie.prepare('SELECT count(*) FROM memory_index').pluck().get()).toBe(kept.length)
  expect(notices).toEqual([])
  store.close()
})
