import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { PixieError } from '../../shared/errors.ts'
import type { Command } from './command.ts'
import { runTasks } from './tasks.ts'
import { runCli } from './testing/run-cli.ts'

const Doubling = z.object({ text: z.string().max(20) })

const double: Command = {
  name: 'double',
  summary: 'Doubles texts',
  args: [],
  options: { tasks: { type: 'string', value: 'FILE.jsonl', help: 'tasks' } },
  example: 'pixie double --tasks -',
  run: ({ options, io, signal }) =>
    runTasks(
      String(options.tasks),
      io,
      Doubling,
      ({ text }) => {
        if (text === 'refuse')
          throw new PixieError('not-found', { what: 'no such text', value: text, hint: 'Try another.' })
        return { doubled: text + text }
      },
      signal,
    ),
}

async function run(stdin: string | Uint8Array) {
  const { code, stdout, stderr } = await runCli(['double', '--tasks', '-'], { commands: [double], stdin })
  const lines = stdout.split('\n').slice(0, -1)
  return { code, stderr, answers: lines.map((line) => JSON.parse(line)) }
}

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pixie-tasks-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('answers line by line, in order, from a file or standard input', async () => {
  const text = '{"id":"a","text":"x"}\n{"id":2,"text":"東京"}'
  const wanted = [
    { id: 'a', doubled: 'xx' },
    { id: 2, doubled: '東京東京' },
  ]
  expect(await run(text)).toEqual({ code: 0, stderr: '', answers: wanted })
  const file = join(folder, 'tasks.jsonl')
  await writeFile(file, text)
  const { stdout } = await runCli(['double', '--tasks', file], { commands: [double] })
  expect(stdout).toBe(wanted.map((w) => `${JSON.stringify(w)}\n`).join(''))
})

test('skips blank lines, a byte order mark and carriage returns', async () => {
  const { answers } = await run('\uFEFF\r\n{"id":1,"text":"x"}\r\n\n   \n\uFEFF{"id":2,"text":"y"}\r\n\n')
  expect(answers).toEqual([
    { id: 1, doubled: 'xx' },
    { id: 2, doubled: 'yy' },
  ])
})

test.each([
  ['not json', null, 'a task line is not JSON (not json)'],
  ['[1]', null, 'a task line is not a JSON object ([1])'],
  ['"id"', null, 'a task line is not a JSON object ("id")'],
  ['null', null, 'a task line is not a JSON object (null)'],
  ['{"text":"x"}', null, 'a task needs an "id" ({"text":"x"})'],
  ['{"id":{},"text":"x"}', null, 'a task needs an "id" ({"id":{},"text":"x"})'],
  ['{"id":5}', 5, 'a task line does not fit ({"id":5})'],
  ['{"id":"b","text":7}', 'b', 'a task line does not fit ({"id":"b","text":7})'],
  ['{"__proto__":{"id":1},"text":"x"}', null, 'a task needs an "id" ({"__proto__":{"id":1},"text":"x"})'],
])('the bad line %s fails alone', async (line, id, message) => {
  const { code, answers, stderr } = await run(`{"id":1,"text":"x"}\n${line}\n{"id":3,"text":"y"}\n`)
  expect(code).toBe(0)
  expect(stderr).toBe('1 of 3 lines could not be done; each says why in its error.\n')
  expect(answers[0]).toEqual({ id: 1, doubled: 'xx' })
  expect(answers[1]).toEqual({ id, error: { code: 'invalid-input', message, hint: expect.any(String) } })
  expect(answers[2]).toEqual({ id: 3, doubled: 'yy' })
})

test('a line that the work refuses, or that is not UTF-8, fails alone', async () => {
  const { answers } = await run('{"id":1,"text":"refuse"}\n{"id":2,"text":"x"}')
  expect(answers).toEqual([
    { id: 1, error: { code: 'not-found', message: 'no such text (refuse)', hint: 'Try another.' } },
    { id: 2, doubled: 'xx' },
  ])
  const bytes = Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.from('{"id":2,"text":"x"}')])
  expect((await run(bytes)).answers).toEqual([
    {
      id: null,
      error: { code: 'invalid-input', message: 'a task line is not UTF-8 text', hint: expect.any(String) },
    },
    { id: 2, doubled: 'xx' },
  ])
})

test('a long line is named by its beginning', async () => {
  const { answers } = await run(`{"id":1,"text":"${'👋'.repeat(100)}"}`)
  expect(answers[0].error.message).toMatch(/^a task line does not fit \(.{40,60}👋…\)$/u)
})

test('a file that cannot be read ends the command', async () => {
  for (const file of [join(folder, 'none.jsonl'), folder]) {
    const { code, stdout, stderr } = await runCli(['double', '--tasks', file], { commands: [double] })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      `pixie: cannot read the tasks file (${file}): Check that it exists, is a file, and that you may read it.\n`,
    )
  }
})

test('a stop ends after the line that is being worked on', async () => {
  const stop = new AbortController()
  const stopping: Command = {
    ...double,
    run: ({ io, signal }) =>
      runTasks(
        '-',
        io,
        z.object({}),
        (_, id) => {
          if (id === 2) stop.abort()
          return {}
        },
        signal,
      ),
  }
  const stdin = [1, 2, 3, 4].map((id) => JSON.stringify({ id })).join('\n')
  const { code, stdout } = await runCli(['double'], { commands: [stopping], stdin, signal: stop.signal })
  expect(code).toBe(130)
  expect(stdout).toBe('{"id":1}\n{"id":2}\n')
})

test('any JSON objects with ids come back one for one, in order', async () => {
  const task = fc.record({
    id: fc.oneof(fc.string(), fc.integer()),
    text: fc.string({ unit: 'grapheme', maxLength: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(task, { maxLength: 8 }), async (tasks) => {
      const { answers } = await run(tasks.map((t) => JSON.stringify(t)).join('\n'))
      expect(answers.map((a) => a.id)).toEqual(tasks.map((t) => t.id))
    }),
    { numRuns: 50 },
  )
})
