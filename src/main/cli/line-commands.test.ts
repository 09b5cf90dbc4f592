import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemory } from '../memory/memory.ts'
import { createNotebook } from '../notebook/notebook.ts'
import { openMemoryStore, type Store } from '../store/database.ts'
import { migration as notebookTables } from '../store/migrations/pixie-0030-notebook.ts'
import { migration as memoryTables } from '../store/migrations/pixie-0040-memory.ts'
import { memoryCommands } from './memory-commands.ts'
import { notebookCommands } from './notebook-commands.ts'
import { pixieWith, runCli } from './testing/run-cli.ts'

let store: Store
beforeEach(() => {
  store = openMemoryStore([notebookTables, memoryTables], [])
})
afterEach(() => store.close())

const now = ['--now', '2026-11-30T09:00', '--tz', 'Europe/Berlin']

async function pixie(argv: readonly string[], stdin?: string | Uint8Array) {
  const commands = [...notebookCommands, ...memoryCommands]
  const run = await runCli([...argv, ...now], {
    commands,
    ...(stdin === undefined ? {} : { stdin }),
    // These commands need no more of a profile than this.
    openPixie: async ({ clock }) =>
      pixieWith({
        clock,
        store,
        notebook: createNotebook({ store, clock }),
        memory: createMemory({ store, clock }),
      }),
  })
  return run
}
async function json(argv: readonly string[], stdin?: string | Uint8Array): Promise<unknown> {
  const { stdout } = await pixie([...argv, '--json'], stdin)
  return JSON.parse(stdout)
}

describe('notebook', () => {
  it('adds, lists, searches and forgets', async () => {
    const item = {
      id: expect.any(String),
      kind: 'person',
      subject: 'Ada',
      text: 'born 3 May',
      source: null,
      createdAt: '2026-11-30T09:00:00+01:00',
    }
    const added = await json(['notebook', 'add', 'born 3 May', '--kind', 'person', '--subject', 'Ada'])
    expect(added).toEqual(item)
    expect(await json(['notebook', 'list'])).toEqual([added])
    expect(await json(['notebook', 'search', 'ADA'])).toEqual([added])
    expect(await json(['notebook', 'search', 'zebra'])).toEqual([])
    const { id } = added as { id: string }
    expect(await json(['notebook', 'forget', id])).toEqual({ id, forgotten: true })
    expect(await json(['notebook', 'list'])).toEqual([])
    expect((await pixie(['notebook', 'forget', id])).code).toBe(1)
  })

  it('reads standard input byte for byte', async () => {
    const text = '\ufeff  two\r\nlines \u0001 東京\n'
    expect(await json(['notebook', 'add', '-'], text)).toMatchObject({ text, kind: 'fact' })
    const refused = await pixie(['notebook', 'add', '-'], new Uint8Array([0x61, 0xff]))
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('UTF-8') })
    expect(await json(['notebook', 'list'])).toHaveLength(1)
  })

  it('shows one line for each, with nothing that drives a terminal', async () => {
    await pixie(['notebook', 'add', 'red\u001b[31m\nand more', '--subject', 'Ada'])
    const { stdout } = await pixie(['notebook', 'list'])
    expect(stdout).toMatch(/^[0-9a-z]{12} {2}fact {9}Ada: red \[31m and more\n$/)
  })

  it('refuses what it cannot keep', async () => {
    expect(await json(['notebook', 'add', ' '])).toMatchObject({ error: { code: 'invalid-input' } })
    expect((await pixie(['notebook', 'add', 'x', '--kind', 'poem'])).code).toBe(2)
  })
})

describe('memory', () => {
  it('adds, counts and searches', async () => {
    const line = await json([
      'memory',
      'add',
      'to the lake',
      '--kind',
      'message',
      '--who',
      'Søren',
      '--at',
      '2024-07-01T10:00Z',
    ])
    expect(line).toEqual({
      id: expect.any(String),
      kind: 'message',
      who: 'Søren',
      at: '2024-07-01T12:00:00+02:00',
      text: 'to the lake',
    })
    await pixie(['memory', 'add', 'at the lake', '--kind', 'chat', '--at', '2024-07-02'])
    expect(await json(['memory', 'count'])).toEqual({ count: 2 })
    expect(await json(['memory', 'search', 'soren LAKE'])).toEqual({
      total: 1,
      hits: [{ ...(line as object), ranges: [[7, 11]] }],
    })
    expect(await json(['memory', 'search', 'lake', '--limit', '1'])).toMatchObject({
      total: 2,
      hits: [{ text: 'at the lake', who: null, at: '2024-07-02T00:00:00+02:00' }],
    })
    expect((await pixie(['memory', 'search', 'lake', '--limit', '1'])).stdout).toContain('Showing 1 of 2.')
  })

  it('is strict about how it is asked', async () => {
    for (const argv of [
      ['memory', 'add', 'x'],
      ['memory', 'add', 'x', '--kind', 'poem'],
      ['memory', 'add', 'x', '--kind', 'chat', '--at', 'yesterday'],
      ['memory', 'add', 'x', '--kind', 'chat', '--at', '2024-02-30'],
      ['memory', 'search', 'x', '--limit', '0'],
      ['memory', 'search', 'x', '--limit', '-1'],
      ['memory', 'import', 'x', '--format', 'docx'],
    ]) {
      expect({ argv, code: (await pixie(argv)).code }).toEqual({ argv, code: 2 })
    }
    expect(await json(['memory', 'count'])).toEqual({ count: 0 })
  })

  it('imports a file and names its bad records', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pixie-lines-'))
    try {
      const file = path.join(folder, 'log.jsonl')
      fs.writeFileSync(file, '{"text":"one","kind":"chat"}\n{"text":7}\n')
      const report = {
        file,
        format: 'jsonl',
        added: 1,
        duplicates: 0,
        failed: 1,
        errors: [{ line: 2, reason: 'it has no text' }],
      }
      expect(await json(['memory', 'import', file])).toEqual(report)
      expect((await pixie(['memory', 'import', file])).stdout).toBe(
        '0 added, 1 there already, 1 not readable (jsonl).\nline 2: it has no text\n',
      )
      expect((await pixie(['memory', 'import', path.join(folder, 'none')])).code).toBe(1)
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })
})
