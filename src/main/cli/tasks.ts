/** `--tasks FILE.jsonl`: JSON lines in, a line out for each, in order, written as soon as it is done. */
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { PixieError } from '../../shared/errors.ts'
import type { CommandIo } from './command.ts'
import { cliError } from './output.ts'

const newline = 0x0a

const TaskId = z.union([z.string(), z.number()])

/** What a person or script put in `id`; it is copied to the line that answers. */
export type TaskId = z.infer<typeof TaskId>

/**
 * Runs each line of `file` (`-` is standard input) through `schema` and `run`, and writes `{id, ...result}`.
 * A line that is not UTF-8, not JSON, has no `id` (text or number), does not fit `schema`, or whose `run` throws,
 * gives `{id, error: {code, message, hint}}` (`id` is null where it could not be read) and the rest goes on.
 * Blank lines are skipped; a byte order mark is ignored. `schema` need not name `id`.
 * Open what every line needs (a model, the profile) before calling this, so that it fails once and not on each line.
 * Throws `unreadable` when the file cannot be read, `stopped` when the signal aborts (lines already written stay).
 */
export async function runTasks<Task extends object>(
  file: string,
  io: CommandIo,
  schema: z.ZodType<Task>,
  run: (task: Task, id: TaskId) => Promise<object> | object,
  signal: AbortSignal,
): Promise<null> {
  let failed = 0
  let total = 0
  for await (const bytes of lines(file === '-' ? io.stdinChunks() : fileChunks(file, signal), signal)) {
    const answer = await answerLine(bytes, schema, run, signal)
    if (answer === null) continue
    total += 1
    if ('error' in answer) failed += 1
    io.write(`${JSON.stringify(answer)}\n`)
  }
  if (failed > 0) io.note(`${failed} of ${total} lines could not be done; each says why in its error.`)
  return null
}

async function answerLine<Task extends object>(
  bytes: Uint8Array,
  schema: z.ZodType<Task>,
  run: (task: Task, id: TaskId) => Promise<object> | object,
  signal: AbortSignal,
): Promise<object | null> {
  let id: TaskId | null = null
  try {
    const line = decode(bytes)
    if (line.trim() === '') return null
    const value = parseObject(line)
    const givenId = TaskId.safeParse(Object.hasOwn(value, 'id') ? value.id : undefined)
    if (!givenId.success) {
      throw badLine('a task needs an "id"', line, 'Give each line an "id" that is text or a number.')
    }
    id = givenId.data
    const result = await run(taskOf(schema, value, line), id)
    return { id, ...result }
  } catch (error) {
    if (signal.aborted) throw stopped()
    return { id, error: cliError(error) }
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new PixieError('invalid-input', {
      what: 'a task line is not UTF-8 text',
      hint: 'Save the file as UTF-8 and run it again.',
      cause,
    })
  }
}

function parseObject(line: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw badLine('a task line is not JSON', line, 'Write one JSON object on each line.')
  }
  const object = z.record(z.string(), z.unknown()).safeParse(value)
  if (!object.success) {
    throw badLine('a task line is not a JSON object', line, 'Write one JSON object on each line.')
  }
  return object.data
}

function taskOf<Task>(schema: z.ZodType<Task>, value: unknown, line: string): Task {
  const task = schema.safeParse(value)
  if (task.success) return task.data
  const issue = task.error.issues[0]
  const where = issue === undefined || issue.path.length === 0 ? 'the line' : `"${issue.path.join('.')}"`
  throw badLine(
    'a task line does not fit',
    line,
    `Correct ${where}: ${issue?.message ?? 'it has another shape'}.`,
  )
}

function badLine(what: string, line: string, hint: string): PixieError {
  const start = Array.from(line.trim()).slice(0, 60).join('')
  return new PixieError('invalid-input', {
    what,
    value: start.length < line.trim().length ? `${start}…` : start,
    hint,
  })
}

async function* fileChunks(file: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
  try {
    yield* createReadStream(file, { signal })
  } catch (cause) {
    throw new PixieError('unreadable', {
      what: 'cannot read the tasks file',
      value: file,
      hint: 'Check that it exists, is a file, and that you may read it.',
      cause,
    })
  }
}

/** The bytes between line feeds; the last line needs none. */
async function* lines(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<Uint8Array> {
  let rest: Uint8Array[] = []
  try {
    for await (const chunk of chunks) {
      let start = 0
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        rest.push(chunk.subarray(start, end))
        signal.throwIfAborted()
        yield Buffer.concat(rest)
        rest = []
        start = end + 1
      }
      rest.push(chunk.subarray(start))
    }
  } catch (error) {
    if (signal.aborted) throw stopped()
    throw error
  }
  if (signal.aborted) throw stopped()
  yield Buffer.concat(rest)
}

function stopped(): PixieError {
  return new PixieError('stopped', { what: 'stopped', hint: 'Run it again to do the remaining lines.' })
}
