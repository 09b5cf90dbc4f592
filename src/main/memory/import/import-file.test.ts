import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PixieError } from '../../../shared/errors.ts'
import { openMemoryStore, type Store } from '../../store/database.ts'
import { migration } from '../../store/migrations/pixie-0040-memory.ts'
import { createMemory, type Memory } from '../memory.ts'
import { type ImportFormat, importFormats } from './formats.ts'

const clock = { now: () => Date.parse('2026-11-30T09:00:00Z'), zone: 'Europe/Berlin' }
let store: Store
let memory: Memory
let folder: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pixie-import-'))
  store = openMemoryStore([migration], [])
  memory = createMemory({ store, clock })
})
afterEach(() => {
  store.close()
  fs.rmSync(folder, { recursive: true })
})

const signal = new AbortController().signal

function importText(content: string | Uint8Array, format?: ImportFormat) {
  const file = path.join(folder, 'export')
  fs.writeFileSync(file, content)
  return memory.import(file, { format, signal })
}

/** All lines as kept, in order. */
const kept = () =>
  store.pixie.prepare('SELECT kind, who, at_ms, text FROM memory_lines ORDER BY seq').raw().all()

const at = (iso: string) => Date.parse(iso)

describe('JSON lines', () => {
  it('keeps the good lines and names the bad ones', async () => {
    const report = await importText(
      [
        '\ufeff{"text": "one", "kind": "chat", "who": "Ada", "at": "2024-05-01T10:00:00Z"}',
        '',
        'not json',
        '{"message": " two\\n", "from": "Bob", "timestamp": 1714557600}',
        '{"text": ""}',
        '["text"]',
        '{"text": "x", "kind": "smoke signal"}',
        '{"text": "x", "at": "yesterday"}',
        '{"text": "half \\ud800"}',
        '{"body": "three", "type": "email", "date": "2024-05-01T10:00:00"}\r',
        '{"text": "last"}',
      ].join('\n'),
    )
    expect(report).toMatchObject({ format: 'jsonl', added: 4, duplicates: 0, failed: 6 })
    expect(report.errors.map((error) => error.line)).toEqual([3, 5, 6, 7, 8, 9])
    expect(kept()).toEqual([
      ['chat', 'Ada', at('2024-05-01T10:00:00Z'), 'one'],
      ['message', 'Bob', at('2024-05-01T10:00:00Z'), ' two\n'],
      ['message', null, at('2024-05-01T08:00:00Z'), 'three'],
      ['message', null, clock.now(), 'last'],
    ])
  })

  it('reports a line that is not UTF-8 and goes on', async () => {
    const report = await importText(
      Buffer.concat([
        Buffer.from('{"text":"a"}\n{"text":"'),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('"}\n{"text":"b"}'),
      ]),
      'jsonl',
    )
    expect(report).toMatchObject({ added: 2, failed: 1, errors: [{ line: 2 }] })
  })
})

describe('importing again', () => {
  it('adds nothing twice, but keeps equal messages of one file', async () => {
    const ok = '{"text":"ok","who":"Ada","at":"2024-05-01T10:00:00Z"}\n'
    expect(await importText(ok + ok)).toMatchObject({ added: 2, duplicates: 0 })
    expect(await importText(ok + ok)).toMatchObject({ added: 0, duplicates: 2 })
    expect(await importText(`${ok + ok}{"text":"new"}`)).toMatchObject({ added: 1, duplicates: 2 })
    expect(memory.count()).toBe(3)
    expect(memory.search('ok').total).toBe(2)
  })

  it('works over the borders of batches', async () => {
    const lines = Array.from(
      { length: 1234 },
      (_, i) => `{"text":"line ${i}","at":"2024-05-01T10:00:00Z"}`,
    ).join('\n')
    expect(await importText(lines)).toMatchObject({ added: 1234 })
    expect(await importText(lines)).toMatchObject({ added: 0, duplicates: 1234 })
  })
})

describe('CSV', () => {
  it('maps columns by their names and reads quotes, breaks and any of three delimiters', async () => {
    for (const [delimiter, name] of [
      [',', 'Ada'],
      [';', 'Bob'],
      ['\t', 'Cid'],
    ] as const) {
      const rows = [
        ['Sender', 'Date', 'Time', 'Message', 'Other'],
        [name, '01.05.2024', '10:00', '"a ""b""\r\nc, d; e"', 'x'],
        [name, '2024-05-01', '10:01', 'it is 5" wide', ''],
      ]
      const report = await importText(`\ufeff${rows.map((row) => row.join(delimiter)).join('\r\n')}\r\n`)
      expect(report).toMatchObject({ format: 'csv', added: 2, failed: 0 })
    }
    expect(kept().slice(0, 2)).toEqual([
      ['message', 'Ada', at('2024-05-01T08:00:00Z'), 'a "b"\r\nc, d; e'],
      ['message', 'Ada', at('2024-05-01T08:01:00Z'), 'it is 5" wide'],
    ])
  })

  it('loses one line to a quote that is never closed', async () => {
    const report = await importText(
      'text,kind\nfirst,chat\n"never closed,chat\nsecond,chat\n"thi\nrd",chat\n,chat\n',
    )
    expect(report.errors.map((error) => error.line)).toEqual([3, 7])
    expect(kept().map((row) => (row as unknown[])[3])).toEqual(['first', 'second', 'thi\nrd'])
  })

  it('reads on after a quote that never closes in a long file', async () => {
    const lines = Array.from({ length: 6000 }, (_, i) => (i % 2500 === 7 ? `"open ${i}` : `line ${i}`))
    const report = await importText(`text\n${lines.join('\n')}\n`, 'csv')
    expect(report.errors.map((error) => error.line)).toEqual([9, 2509, 5009])
    expect(report.added).toBe(5997)
  })

  it('refuses a file none of whose columns holds text', async () => {
    await expect(importText('a,b\n1,2', 'csv')).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(importText('just some words')).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(importText('')).rejects.toMatchObject({ code: 'invalid-input' })
  })
})

describe('chat exports', () => {
  it('joins the lines of a message and reads the time in the owner’s zone', async () => {
    const report = await importText(
      [
        '\u200e[31/12/2023, 23:59:01] Ada: Happy',
        'new: year!',
        '',
        '[01/01/2024, 00:00:05] Søren Ø: 🎂',
        '[01/01/2024, 00:00:06] Messages are end-to-end encrypted.',
        '[01/13/2024, 00:00:06] Ada: no such day',
        '[02/01/2024, 09:00:00] Ada: ',
      ].join('\r\n'),
    )
    expect(report).toMatchObject({ format: 'chat', added: 3, failed: 2, errors: [{ line: 6 }, { line: 7 }] })
    expect(kept()).toEqual([
      ['chat', 'Ada', at('2023-12-31T22:59:01Z'), 'Happy\nnew: year!'],
      ['chat', 'Søren Ø', at('2023-12-31T23:00:05Z'), '🎂'],
      ['chat', null, at('2023-12-31T23:00:06Z'), 'Messages are end-to-end encrypted.'],
    ])
  })

  it.each([
    ['12/31/23, 11:59\u202fPM - Ada: hi', '2023-12-31T22:59:00Z'],
    ['31.12.23, 23:59 - Ada: hi', '2023-12-31T22:59:00Z'],
    ['[2023-12-31, 23:59] Ada: hi', '2023-12-31T22:59:00Z'],
    ['3/4/24, 12:05 AM - Ada: hi', '2024-03-03T23:05:00Z'],
    ['3/4/24, 00:05 - Ada: hi', '2024-04-02T22:05:00Z'],
  ])('reads %s', async (line, iso) => {
    expect(await importText(line)).toMatchObject({ format: 'chat', added: 1, failed: 0 })
    expect(kept()).toEqual([['chat', 'Ada', at(iso), 'hi']])
  })
})

describe('mailboxes', () => {
  it('reads sender, date, subject and text of each mail', async () => {
    const report = await importText(
      Buffer.from(
        [
          'From ada@example.org Wed May  1 10:00:00 2024',
          'From: =?utf-8?q?S=C3=B8ren?= <s@example.org>',
          'Subject: Lake',
          'Date: Wed, 1 May 2024 10:00:00 +0200',
          'Content-Type: text/plain; charset=iso-8859-1',
          'Content-Transfer-Encoding: 8bit',
          '',
          'Gr\xfc\xdfe',
          '',
          '>From now on',
          '',
          'From x@example.org Thu May  2 09:00:00 2024',
          'From: x@example.org',
          'Content-Type: text/html',
          '',
          '<style>p{}</style><p>Hello <b>you</b></p><p>bye</p>',
          '',
          'From y@example.org Thu May  2 09:00:00 2024',
          'From: y@example.org',
          '',
          '',
        ].join('\n'),
        'latin1',
      ),
    )
    expect(report).toMatchObject({ format: 'mbox', added: 2, failed: 1, errors: [{ line: 18 }] })
    expect(kept()).toEqual([
      ['message', 'Søren', at('2024-05-01T08:00:00Z'), 'Lake\n\nGrüße\n\nFrom now on'],
      ['message', 'x@example.org', at('2024-05-02T09:00:00Z'), 'Hello you\nbye'],
    ])
  })
})

describe('JSON journals', () => {
  it('reads the entries of a journal one by one', async () => {
    const report = await importText(
      [
        '{',
        '  "metadata": {"version": "1.0", "list": [{"text": "not this"}]},',
        '  "entries": [',
        '    {"uuid": "A", "creationDate": "2024-05-01T10:00:00Z", "text": "Walked {the \\"[dog\\""},',
        '    {"uuid": "B", "creationDate": "2024-05-02T10:00:00Z", "photos": [{"x": {}}]},',
        '    {"creationDate": "2024-05-03T10:00:00Z",',
        '     "text": "東京", "tags": ["a", {"b": []}]}',
        '  ],',
        '  "text": "nor this"',
        '}',
      ].join('\n'),
    )
    expect(report).toMatchObject({ format: 'journal', added: 2, failed: 1, errors: [{ line: 5 }] })
    expect(kept()).toEqual([
      ['journal', null, at('2024-05-01T10:00:00Z'), 'Walked {the "[dog"'],
      ['journal', null, at('2024-05-03T10:00:00Z'), '東京'],
    ])
  })

  it('reads a plain list of objects and says when the file ends early', async () => {
    const report = await importText('[\n {"text": "one"},\n {"text": "two"},\n {"text": "thr')
    expect(report).toMatchObject({ format: 'journal', added: 2, failed: 1, errors: [{ line: 4 }] })
  })

  it('reads the messages of a messenger’s export', async () => {
    await importText(
      '{"name": "Ada", "messages": [{"from": "Ada", "date": "2024-05-01T10:00:00", "text": ["see ", {"type": "link", "text": "this"}], "type": "message"}]}',
    )
    expect(kept()).toEqual([['message', 'Ada', at('2024-05-01T08:00:00Z'), 'see this']])
  })
})

describe('files', () => {
  it('says what is wrong with a file that cannot be read', async () => {
    await expect(memory.import(path.join(folder, 'none'), { signal })).rejects.toMatchObject({
      code: 'unreadable',
    })
    await expect(memory.import(folder, { signal })).rejects.toMatchObject({ code: 'unreadable' })
  })

  it('never fails but with a sentence, whatever the bytes and the format', async () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\\\',
      ':',
      ',',
      ';',
      '\n',
      '\r\n',
      'text',
      '"text":"x"',
      '"entries":[',
      'From a@b',
      '\nFrom x\n',
      '[1/2/23, 10:00] A: b\n',
      '31.2.23, 25:61 - A: b',
      'text,who\n',
      '\0',
      '\ud83d',
      'ü',
      'Content-Type: multipart/mixed; boundary=x\n\n--x\n',
      'Date: never\n',
    )
    const bytes = fc.oneof(
      fc.array(piece, { maxLength: 30 }).map((list) => Buffer.from(list.join(''))),
      fc.uint8Array({ maxLength: 200 }),
    )
    await fc.assert(
      fc.asyncProperty(bytes, fc.constantFrom(undefined, ...importFormats), async (content, format) => {
        const before = memory.count()
        const outcome = await importText(content, format).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(PixieError)
        else expect(outcome).toMatchObject({ added: memory.count() - before })
      }),
      { numRuns: 300 },
    )
  })

  it('stops when told to and goes on the next time', async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => `{"text":"line ${i}"}`).join('\n')
    const file = path.join(folder, 'export')
    fs.writeFileSync(file, lines)
    const stop = new AbortController()
    const running = memory.import(file, { signal: stop.signal })
    while (memory.count() === 0) await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    await expect(running).rejects.toMatchObject({ code: 'stopped' })
    const before = memory.count()
    expect(before).toBeLessThan(3000)
    expect(await memory.import(file, { signal })).toMatchObject({ added: 3000 - before, duplicates: before })
  })
})
