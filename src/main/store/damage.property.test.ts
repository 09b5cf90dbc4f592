/** Whatever happens to the bytes of a closed database, the next start ends in one of three known ways. */
import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PixieError } from '../../shared/errors.ts'
import { openStore } from './open.ts'
import { steps } from './testing/steps.ts'
import { snapshot, tempProfile } from './testing/temp-profile.ts'
import { writeTransaction } from './writers.ts'

// Many commits or processes on a busy machine take their time; nothing here is about speed.
vi.setConfig({ testTimeout: 30_000 })

let profile: ReturnType<typeof tempProfile>
let healthy: Buffer

const open = (notices: string[]) =>
  openStore({
    dataDir: profile.dataDir,
    pixieMigrations: steps,
    indexMigrations: [],
    onNotice: (line) => notices.push(line),
  })

beforeAll(() => {
  profile = tempProfile()
  const store = open([])
  const insert = store.pixie.prepare('INSERT INTO people (id, name) VALUES (?, ?)')
  writeTransaction(store.pixie, () => {
    for (let n = 0; n < 150; n++) insert.run(`person ${n}`, 'x'.repeat(n * 7))
  })
  store.close()
  healthy = fs.readFileSync(path.join(profile.dataDir, 'pixie.db'))
})
afterAll(() => profile[Symbol.dispose]())

const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ at: fc.nat({ max: 110 }), byte: fc.nat({ max: 255 }) }) },
  { weight: 3, arbitrary: fc.record({ at: fc.nat({ max: 40_000 }), byte: fc.nat({ max: 255 }) }) },
  { weight: 1, arbitrary: fc.record({ cutAt: fc.nat({ max: 40_000 }) }) },
)

it('opens whole, is set aside byte for byte, or is refused untouched', () => {
  const file = path.join(profile.dataDir, 'pixie.db')
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      fs.rmSync(path.join(profile.dataDir, 'damaged'), { recursive: true, force: true })
      let bytes = Buffer.from(healthy)
      for (const c of changes) {
        if ('cutAt' in c) bytes = bytes.subarray(0, c.cutAt)
        else if (c.at < bytes.length) bytes.writeUInt8(c.byte, c.at)
      }
      // Marked as an older version it is updated, which fails on what is there already; nobody can tell.
      fc.pre(bytes.length < 64 || !steps.slice(0, 2).some((step) => step.version === bytes.readInt32BE(60)))
      fs.writeFileSync(file, bytes)
      const before = snapshot(profile.dataDir)
      const notices: string[] = []
      let store: ReturnType<typeof open>
      try {
        store = open(notices)
      } catch (error) {
        expect(error).toBeInstanceOf(PixieError)
        expect(error).toMatchObject({ code: 'newer-database' })
        expect(snapshot(profile.dataDir)).toEqual(before)
        return
      }
      try {
        expect(store.pixie.pragma('quick_check', { simple: true })).toBe('ok')
      } finally {
        store.close()
      }
      if (notices.length === 0) return // nothing that SQLite could know of, such as a letter of a text
      const [folder = ''] = fs.readdirSync(path.join(profile.dataDir, 'damaged'))
      const kept = fs.readFileSync(path.join(profile.dataDir, 'damaged', folder, 'pixie.db'))
      expect(kept.equals(bytes)).toBe(true)
    }),
    { numRuns: 40 },
  )
})
