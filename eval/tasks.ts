/** Task files: JSON lines, one task each. Anybody's may be given; `eval/tasks` holds our own. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { sampleTasks } from '../src/main/sample/sample.ts'

export const taskClasses = ['route', 'file', 'lines', 'dates', 'steps', 'decline'] as const
export type TaskClass = (typeof taskClasses)[number]

const AcceptedValue = z.union([
  /** Stands in the answer as whole words, letter case, accents and punctuation aside. */
  z.strictObject({ text: z.string().min(1) }),
  /** In any way of writing numbers. A unit other than this makes it wrong; only a currency may be missing. */
  z.strictObject({ number: z.number(), unit: z.string().nullable() }),
  /** `YYYY-MM-DD`, or `--MM-DD` for a day of every year. `year`: the answer must name the year. */
  z.strictObject({
    date: z.string().regex(/^(?:\d{4}|-)-\d{2}-\d{2}$/),
    year: z.boolean().optional(),
  }),
  /** `HH:MM`. */
  z.strictObject({ time: z.string().regex(/^\d{2}:\d{2}$/) }),
])

/** What an answer may hold to be right; of a set it must hold all. */
export const Accepted = z.union([AcceptedValue, z.strictObject({ set: z.array(AcceptedValue).min(2) })])
export type AcceptedValue = z.infer<typeof AcceptedValue>
export type Accepted = z.infer<typeof Accepted>

const Source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), path: z.string() }),
  /** The one notebook line or log line that holds this text. */
  z.strictObject({ kind: z.literal('note'), has: z.string() }),
  z.strictObject({ kind: z.literal('memory'), has: z.string() }),
  /** The instance whose start begins so: `2027-03-25T09:45`, or a day for whole-day events. */
  z.strictObject({ kind: z.literal('event'), title: z.string(), start: z.string() }),
  /** What date words mean on the owner's day. */
  z.strictObject({
    kind: z.literal('date'),
    words: z.string(),
    start: z.iso.date(),
    end: z.iso.date(),
  }),
])
export type TaskSource = z.infer<typeof Source>

const ExpectedCall = z.strictObject({
  tool: z.string(),
  /** What the call must bring: a file's path, words of a line, `title@start` of an event, a day. */
  finds: z.array(z.string()).min(1),
})
export type ExpectedCall = z.infer<typeof ExpectedCall>

const Task = z
  .strictObject({
    id: z.string().min(1),
    class: z.enum(taskClasses),
    /** A folder of `eval/owners`, or `sample`. */
    owner: z.string(),
    question: z.string().min(1),
    /** What was said before, when the question goes on from it. */
    earlier: z.array(z.strictObject({ question: z.string(), answer: z.string() })).default([]),
    /** With the `@`; null when no tool is needed. */
    handle: z.string().startsWith('@').nullable(),
    calls: z.array(ExpectedCall),
    /** Any of these. Empty for routing tasks and for those that must be declined. */
    accept: z.array(Accepted),
    /** None of these: last year's figure, the other person's number. */
    reject: z.array(Accepted).default([]),
    /** Tools that must not run. */
    forbidden: z.array(z.string()),
    source: z.array(Source),
    /** First and last day whose events, all of them, are the answer. */
    days: z.tuple([z.iso.date(), z.iso.date()]).optional(),
    /** The same question in eight other wordings. */
    rephrasings: z.array(z.string().min(1)).length(8).optional(),
    decline: z.enum(['absent', 'ambiguous', 'out-of-scope']).optional(),
    /** Words of what is asked for, which stand nowhere in the owner's data. */
    absent: z.array(z.string()).optional(),
    /** What an ambiguous question could mean: one alone is a guess, all of them are an answer. */
    candidates: z.array(Accepted).min(2).optional(),
  })
  .refine((task) => (task.class === 'decline') === (task.decline !== undefined), 'decline says how')
  .refine(
    (task) => task.accept.length > 0 || task.class === 'route' || task.class === 'decline',
    'an answer must be known',
  )

export type Task = z.infer<typeof Task>

/** One wording of a task. */
export interface Asked {
  readonly task: Task
  /** 0 is the task's own question, 1 to 8 are the others. */
  readonly wording: number
  readonly question: string
}

const wordedKinds = { file: 'find_file', note: 'check_notebook', memory: 'grep_memory' } as const

/** The sample's questions as tasks: what they must find is told by the kind of source alone. */
function sampleAsTasks(): Task[] {
  return sampleTasks().map(({ id, question, handle, source, accept }) => {
    const tool =
      source === 'event' ? 'queryCalendar' : source === 'date' ? 'current_date' : wordedKinds[source]
    return Task.parse({
      id,
      class: source === 'file' ? 'file' : source === 'event' || source === 'date' ? 'dates' : 'lines',
      owner: 'sample',
      question,
      handle,
      calls: [{ tool, finds: accept.slice(0, 1) }],
      accept: accept.map((text) => ({ text })),
      forbidden: [],
      source: [],
    })
  })
}

/**
 * @param file `dev`, `test`, `sample`, or the path of a task file
 * Throws an error that names the line for a file that is none.
 */
export function readTasks(file: string): Task[] {
  if (file === 'sample') return sampleAsTasks()
  const isOurs = file === 'dev' || file === 'test'
  const path = isOurs ? fileURLToPath(new URL(`./tasks/${file}.jsonl`, import.meta.url)) : file
  const tasks = readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parseTask(line, `${path}:${index + 1}`)]))
  const twice = tasks.find(({ id }, index) => tasks.findIndex((other) => other.id === id) !== index)
  if (twice !== undefined) throw new Error(`${path}: two tasks are called ${twice.id}`)
  return tasks
}

function parseTask(line: string, where: string): Task {
  try {
    return Task.parse(JSON.parse(line))
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause)
    throw new Error(`${where}: ${why}`, { cause })
  }
}

/** Every wording of every task, the task's own first. */
export function wordings(tasks: readonly Task[]): Asked[] {
  return tasks.flatMap((task) =>
    [task.question, ...(task.rephrasings ?? [])].map((question, wording) => ({ task, wording, question })),
  )
}
