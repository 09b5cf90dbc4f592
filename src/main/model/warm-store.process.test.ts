import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWarmStore } from './warm-store.ts'

let home: string

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'pixie-warm-kill-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Saves states of 2 MB for ever, and says so before each. */
const writer = `
  import { createHash } from 'node:crypto'
  import { writeFile } from 'node:fs/promises'
  import { createWarmStore } from ${JSON.stringify(new URL('warm-store.ts', import.meta.url).href)}
  const store = createWarmStore({ folder: process.argv[1], minFreeBytes: 0, maxFiles: 4 })
  for (let at = 0; ; at += 1) {
    process.stdout.write('.')
    const bytes = Buffer.alloc(2_000_000, at)
    await store.save(createHash('sha256').update(process.pid + ' ' + at).digest('hex'), async (file) => {
      await writeFile(file, bytes)
      return bytes.length
    })
    await store.settle()
  }
`

it('has only whole states under their names, wherever its writers were killed', async () => {
  const folder = join(home, 'warm')
  let drafts = 0
  for (let kill = 0; kill < 12; kill += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    // The second dot: one state is saved, the next is on its way.
    for (let dots = 0; dots < 2; ) dots += String(await once(child.stdout, 'data')).length
    await new Promise((resolve) => setTimeout(resolve, kill * 4))
    child.kill('SIGKILL')
    await once(child, 'exit')
    const names = readdirSync(folder)
    for (const name of names.filter((each) => each.endsWith('.kv'))) {
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')
      expect(name.split('.')[1]).toBe(hash)
    }
    drafts += names.filter((each) => each.endsWith('.draft')).length
  }
  expect(drafts).toBeGreaterThan(0)
  const store = createWarmStore({ folder, minFreeBytes: 0 })
  const kept = readdirSync(folder).find((name) => name.endsWith('.kv'))
  expect(await store.find(kept?.split('.')[0] ?? '', new AbortController().signal)).not.toBeNull()
})
