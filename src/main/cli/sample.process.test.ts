/** The real program on the sample, as a person would use it: each command as a process of its own. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeToyModel } from '../model/toy-gguf.ts'
import { runProcess } from './testing/run-process.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pixie-sample-'))
const profile = path.join(folder, 'mara')
const toy = path.join(folder, 'toy.gguf')
// Not the zone of the sample, so that every time is seen to be in the zone of the profile.
const env = { PIXIE_MODELS_DIR: path.join(folder, 'models'), PIXIE_THREADS: '1', TZ: 'UTC' }

const pixie = (argv: readonly string[], options: Parameters<typeof runProcess>[1] = {}) =>
  runProcess([...argv, '--profile', profile, '--model', toy], { env, ...options })

async function json(...argv: string[]) {
  const { code, stdout, stderr } = await pixie([...argv, '--json'])
  expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: '' })
  return JSON.parse(stdout)
}

/** JSON lines that came out for lines that went in. */
async function tasks(argv: readonly string[], ...lines: readonly string[]) {
  const file = path.join(folder, `${argv[0]}.jsonl`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  const pieces: string[] = []
  const { code } = await pixie([...argv, '--tasks', file], { onStdout: (text) => pieces.push(text) })
  expect(code).toBe(0)
  const out = pieces.join('').trim().split('\n')
  return { pieces, lines: out.map((line) => JSON.parse(line)) }
}

/** The words of Pixie's own texts, one token each: else a token is a byte and the planner's prompt is too long. */
function wordsOfTexts(): string[] {
  const texts = ['skills', 'skills/builtins', 'alignment', 'alignment/blurbs', 'harness/prompts'].flatMap(
    (dir) => {
      const url = new URL(`../${dir}/`, import.meta.url)
      const names = readdirSync(fileURLToPath(url)).filter((name) => /\.(?:md|json)$/.test(name))
      return names.map((name) => readFileSync(new URL(name, url), 'utf8'))
    },
  )
  return [...new Set(texts.flatMap((text) => text.match(/ ?\p{L}{3,}/gu) ?? []))]
}

let made: { dir: string; questions: string[] }
beforeAll(async () => {
  mkdirSync(env.PIXIE_MODELS_DIR)
  await writeToyModel(toy, { words: wordsOfTexts() })
  const { code, stdout, stderr } = await runProcess(['sample', profile, '--json'], { env })
  expect([code, stderr]).toEqual([0, ''])
  made = JSON.parse(stdout)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

describe.concurrent('the sample', () => {
  test('says where it is and what to ask', () => {
    expect(made.dir).toBe(profile)
    expect(made.questions).toHaveLength(12)
    expect(made.questions).toContain('What is my passport number?')
  })

  test('has all its files indexed', async () => {
    const status = await json('files', 'status')
    expect(status).toMatchObject({ indexed: 16, skipped: 0, failed: 0 })
    expect(status.items).toHaveLength(16)
    expect(status.items[0]).toEqual({ path: expect.any(String), state: 'indexed', reason: null })
    const { hits } = await json('files', 'search', 'passport scan', '--limit', '1')
    expect(hits).toMatchObject([{ title: 'Passport scan.pdf', location: 'page 1' }])
  })

  test('lists events of repeating series, moved and left out ones as they are', async () => {
    const events = await json('calendar', 'list', '--from', '2027-03-08', '--to', '2027-03-21')
    expect(events.map((event: { title: string; start: string }) => `${event.start} ${event.title}`)).toEqual([
      '2027-03-08T09:00:00+01:00 Studio morning',
      '2027-03-09T19:00:00+01:00 Choir practice',
      "2027-03-10T16:30:00+01:00 Elsa's swimming lesson",
      '2027-03-12T13:00:00+01:00 Studio (moved from Thursday)',
      '2027-03-15T09:00:00+01:00 Studio morning',
      '2027-03-16T10:30:00+01:00 Dentist Dr Novak',
      '2027-03-16T19:00:00+01:00 Choir practice',
      "2027-03-17T16:30:00+01:00 Elsa's swimming lesson",
      '2027-03-18T09:00:00+01:00 Studio morning',
      '2027-03-19T14:00:00+01:00 Call with Ingrid Moe',
    ])
    expect(events[5]).toEqual({
      title: 'Dentist Dr Novak',
      start: '2027-03-16T10:30:00+01:00',
      end: '2027-03-16T11:15:00+01:00',
      allDay: false,
      location: 'Linnégatan 20',
      calendar: 'Mara',
      uid: 'dentist@sample',
    })
    // One choir practice is left out, and summer time began two days before.
    const later = await json('calendar', 'list', '--from', '2027-03-30', '--to', '2027-04-06')
    const choir = later.filter((event: { uid: string }) => event.uid === 'choir@sample')
    expect(choir.map((event: { start: string }) => event.start)).toEqual(['2027-04-06T19:00:00+02:00'])
  })

  test('has a notebook and a memory log of its own day', async () => {
    const notes = await json('notebook', 'list')
    expect(notes).toHaveLength(10)
    expect(notes[0]).toEqual({
      id: expect.any(String),
      kind: expect.any(String),
      subject: null,
      text: expect.any(String),
      source: null,
      createdAt: '2027-03-10T09:30:00+01:00',
    })
    expect(await json('memory', 'count')).toEqual({ count: 10 })
    expect(await json('memory', 'search', 'tova')).toEqual({
      total: 1,
      hits: [
        {
          id: expect.any(String),
          kind: 'message',
          who: 'Tova',
          at: '2027-03-08T18:05:00+01:00',
          text: expect.stringContaining('drill'),
          ranges: [[11, 15]],
        },
      ],
    })
  })

  test('binds what a skill brings in its order', async () => {
    expect(await json('skills', 'closure', 'search-info')).toEqual({
      skills: ['@search-info', '@fetch-file'],
      tools: ['check_notebook', 'list_devices', 'find_file', 'grep_memory'],
    })
  })

  test('is in order, says doctor', async () => {
    const { ok, checks } = await json('doctor')
    expect([ok, checks.filter((check: { ok: boolean }) => !check.ok)]).toEqual([true, []])
  })
})

describe.concurrent('tasks on the sample', () => {
  test('when: a line out for each line in, a bad one too, on the day of the sample unless a line has its own', async () => {
    const { lines } = await tasks(
      ['when'],
      '{"id":1,"words":"next Tuesday"}',
      'no JSON',
      '{"id":"b","words":"tomorrow","now":"2026-12-31T23:30","tz":"Asia/Tokyo"}',
      '{"id":"c","words":"hello"}',
    )
    expect(lines).toEqual([
      { id: 1, range: { start: '2027-03-16', end: '2027-03-16', label: 'next tuesday', grain: 'day' } },
      { id: null, error: { code: 'invalid-input', message: expect.any(String), hint: expect.any(String) } },
      { id: 'b', range: { start: '2027-01-01', end: '2027-01-01', label: 'tomorrow', grain: 'day' } },
      { id: 'c', range: null },
    ])
  })

  test('--now without an offset is read in the zone of the profile', async () => {
    expect(await json('when', 'tomorrow', '--now', '2027-03-10T23:30')).toMatchObject({ start: '2027-03-11' })
    expect(await json('when', 'tomorrow', '--now', '2027-03-10T23:30Z')).toMatchObject({
      start: '2027-03-12',
    })
  })

  test('mentions: offsets count UTF-16 units, and a bad line does not end the rest', async () => {
    const { lines } = await tasks(
      ['mentions'],
      '{"id":1,"text":"👋 @Find_File, @search-info and @nope; a@calendar.org"}',
      '{"id":2}',
      '{"id":3,"text":""}',
    )
    expect(lines).toEqual([
      {
        id: 1,
        mentions: [
          { slug: 'find-file', from: 3, to: 13, kind: 'tool' },
          { slug: 'search-info', from: 15, to: 27, kind: 'skill' },
          { slug: 'nope', from: 32, to: 37, kind: 'unknown' },
        ],
      },
      { id: 2, error: expect.objectContaining({ code: 'invalid-input' }) },
      { id: 3, mentions: [] },
    ])
  })
})

const turnKeys = [
  'answer',
  'mode',
  'end',
  'replanned',
  'plan',
  'dispatches',
  'sources',
  'tokens',
  'ms',
  'model',
  'conversation',
  'trace',
]

test('memory add reads its time in the zone of the profile too', async () => {
  const add = ['memory', 'add', 'Back at six', '--kind', 'message', '--at', '2027-03-01T18:00']
  expect(await json(...add)).toMatchObject({ at: '2027-03-01T18:00:00+01:00', who: null })
})

describe('the sample on a toy model', () => {
  test('route gives every line of the menu and no tool a probability, one in all', async () => {
    const { handle, rationale, candidates } = await json('route', 'What is my passport number?')
    const handles: (string | null)[] = candidates.map((each: { handle: string | null }) => each.handle)
    expect(new Set(handles)).toEqual(new Set(['@check-schedule', '@current-date', '@search-info', null]))
    expect(handles).toHaveLength(4)
    const sum = candidates.reduce(
      (total: number, each: { probability: number }) => total + each.probability,
      0,
    )
    expect(sum).toBeCloseTo(1, 6)
    expect(handle).toBe(candidates[0].handle)
    expect(rationale).toBe(handle === null ? '' : `I'll use ${handle}.`)
  })

  test('alignment show is byte for byte what the planner of a turn was given, and replay traces it again', async () => {
    const turn = await json('ask', 'What is my passport number?')
    expect(Object.keys(turn)).toEqual(turnKeys)
    expect(turn).toMatchObject({ mode: 'plan', model: 'toy.gguf' })
    const [trace, alignment, replayed] = await Promise.all([
      json('trace', 'show', turn.trace),
      json('alignment', 'show'),
      json('trace', 'replay', turn.trace),
    ])
    expect(Object.keys(trace)).toEqual(['id', 'question', 'startedAt', 'sessions'])
    expect(trace).toMatchObject({ id: turn.trace, startedAt: '2027-03-10T09:30:00+01:00' })
    const [planner] = trace.sessions
    expect(planner.tag).toBe('planner')
    expect(planner.instructions).toBe(alignment.document)
    expect(planner.transcript).toContain(alignment.document)
    expect(alignment.parts.map(({ part }: { part: string }) => part)).toEqual(['base', 'skills', 'tools'])
    const total = alignment.parts.reduce((sum: number, part: { tokens: number }) => sum + part.tokens, 0)
    expect([total, alignment.contextTokens, alignment.parts[0].estimated]).toEqual([
      alignment.tokens,
      4096,
      false,
    ])
    expect(replayed).toMatchObject({ original: turn.trace, same: replayed.differences.length === 0 })
    expect(replayed.trace).not.toBe(turn.trace)
  })

  test('ask --tasks writes a line as each turn ends, and a bad line ends none', async () => {
    const { lines, pieces } = await tasks(
      ['ask'],
      '{"id":"a","question":"Hello?"}',
      '{"id":"b"}',
      '{"id":"c","question":"And?"}',
    )
    expect(lines.map(({ id, error }) => [id, error?.code])).toEqual([
      ['a', undefined],
      ['b', 'invalid-input'],
      ['c', undefined],
    ])
    expect(Object.keys(lines[0])).toEqual(['id', ...turnKeys])
    expect(pieces.length).toBeGreaterThan(1)
    expect(JSON.parse(pieces[0]?.split('\n')[0] ?? '').id).toBe('a')
  })
})
