import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Pixie } from '../src/main/pixie.ts'
import { openOwner, ownerIds, readOwner } from './owners.ts'
import { noModel } from './testing/no-model.ts'

const signal = new AbortController().signal

describe.each(ownerIds)('the life of %s', (id) => {
  const owner = readOwner(id)
  let root: string
  let pixie: Pixie
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'pixie-owner-'))
    const dir = join(root, id)
    pixie = await openOwner(owner, { dir, model: null, models: noModel, signal, onNotice: () => {} })
  })
  afterAll(async () => {
    await pixie.close()
    rmSync(root, { recursive: true })
  })

  it('is large enough to be lost in, and every file and event of it can be read', async () => {
    const status = pixie.files.status()
    expect(status).toMatchObject({ skipped: 0, failed: 0 })
    expect(status.indexed).toBeGreaterThanOrEqual(14)
    expect(pixie.notebook.list().length).toBeGreaterThanOrEqual(16)
    expect(pixie.memory.count()).toBeGreaterThanOrEqual(14)
    expect(await pixie.calendar.report()).toMatchObject({ unreadable: [] })
  })

  it('stands still at its own day', () => {
    expect(pixie.clock.now()).toBe(Date.parse(owner.clock))
    expect(pixie.clock.zone).toBe(owner.zone)
  })

  it('has every file that it dates', () => {
    const paths = pixie.files.status().items.map(({ path }) => path.normalize('NFC'))
    for (const dated of Object.keys(owner.changed))
      expect(
        paths.some((path) => path.endsWith(`/${dated}`)),
        dated,
      ).toBe(true)
  })
})
