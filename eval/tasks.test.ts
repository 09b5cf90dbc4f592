import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFile } from '../src/main/files/extract/read-file.ts'
import { isReadable, kindOf } from '../src/main/files/kinds.ts'
import type { Pixie } from '../src/main/pixie.ts'
import { holds } from './grading/accept.ts'
import { knownUnit } from './grading/numbers.ts'
import { plainWords } from './grading/text.ts'
import { openOwner, ownerIds, ownerLines, readOwner } from './owners.ts'
import { type Accepted, readTasks, type Task, type TaskSource, taskClasses } from './tasks.ts'
import { noModel } from './testing/no-model.ts'

const signal = new AbortController().signal
const dev = readTasks('dev')
const test = readTasks('test')
const all = [...dev, ...test]

describe('the task files', () => {
  it('hold 200 tasks in the promised classes, half and half', () => {
    const count = (tasks: Task[]) =>
      Object.fromEntries(
        taskClasses.map((name) => [name, tasks.filter((task) => task.class === name).length]),
      )
    expect(count(all)).toEqual({ route: 60, file: 30, lines: 40, dates: 40, steps: 15, decline: 15 })
    expect([dev.length, test.length]).toEqual([100, 100])
    for (const name of taskClasses)
      expect(Math.abs((count(dev)[name] ?? 0) - (count(test)[name] ?? 0))).toBeLessThan(2)
  })

  it('ask every owner as often', () => {
    for (const id of ownerIds) expect(all.filter(({ owner }) => owner === id)).toHaveLength(40)
  })

  it('word 25 of them in eight other ways, none twice', () => {
    const worded = all.filter(({ rephrasings }) => rephrasings !== undefined)
    expect(worded).toHaveLength(25)
    for (const { question, rephrasings = [] } of worded)
      expect(new Set([question, ...rephrasings].map(plainWords)).size).toBe(9)
  })

  it('share no id', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(200)
  })

  it('decline in the three ways, with what is needed to tell', () => {
    for (const task of all.filter(({ decline }) => decline !== undefined)) {
      expect(task.accept).toEqual([])
      if (task.decline === 'absent') expect(task.absent?.length, task.id).toBeGreaterThan(0)
      if (task.decline === 'ambiguous') expect(task.candidates?.length, task.id).toBeGreaterThan(1)
    }
  })
})

/** Too short to be in an answer by accident? Figures are told apart by their unit or by what they belong to. */
function isTelling(accepted: Accepted): boolean {
  if ('set' in accepted) return accepted.set.every(isTelling)
  if ('text' in accepted) {
    const words = plainWords(accepted.text)
    return /\p{N}/u.test(words) ? words.length >= 2 : words.length >= 3
  }
  if ('number' in accepted) {
    if (accepted.unit !== null) knownUnit(accepted.unit)
    return accepted.unit !== null || String(accepted.number).length >= 3
  }
  return true
}

it.each(all.map((task) => [task.id, task] as const))(
  '%s accepts nothing that any answer holds',
  (_, task) => {
    expect([...task.accept, ...task.reject, ...(task.candidates ?? [])].every(isTelling)).toBe(true)
    expect(task.accept.some((each) => holds(task.question, each))).toBe(false)
  },
)

describe.each(ownerIds)('the tasks of %s', (id) => {
  const owner = readOwner(id)
  const tasks = all.filter((task) => task.owner === id)
  let root: string
  let pixie: Pixie
  const fileTexts = new Map<string, string>()
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'pixie-tasks-'))
    const dir = join(root, id)
    pixie = await openOwner(owner, { dir, model: null, models: noModel, signal, onNotice: () => {} })
    for (const { path } of pixie.files.status().items)
      fileTexts.set(path.normalize('NFC'), await textOf(path))
  })
  afterAll(async () => {
    await pixie.close()
    rmSync(root, { recursive: true })
  })

  async function textOf(path: string): Promise<string> {
    const kind = kindOf(path)
    if (!isReadable(kind)) return ''
    const { dev, ino } = statSync(path, { bigint: true })
    const read = await readFile({ path: Buffer.from(path), kind, dev, ino })
    return read.state === 'indexed' ? read.text : ''
  }

  const lineWith = (file: 'notebook.jsonl' | 'memory.jsonl', has: string) => {
    const lines = ownerLines(owner, file).filter(({ text }) => text.includes(has))
    expect(lines, has).toHaveLength(1)
    return lines[0]?.text ?? ''
  }

  const eventsOf = (from: string, to: string) => pixie.calendar.list({ from, to })
  const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
  const inWords = (day: string) => longDay.format(new Date(`${day.slice(0, 10)}T00:00:00Z`)).replace(',', '')

  async function sourceText(source: TaskSource): Promise<string> {
    switch (source.kind) {
      case 'file': {
        const found = [...fileTexts].filter(([path]) => path.endsWith(`/${source.path}`))
        expect(found, source.path).toHaveLength(1)
        return found[0]?.[1] ?? ''
      }
      case 'note':
        return lineWith('notebook.jsonl', source.has)
      case 'memory':
        return lineWith('memory.jsonl', source.has)
      case 'event': {
        const day = source.start.slice(0, 10)
        const found = (await eventsOf(day, day)).filter(
          ({ title, start }) => title === source.title && start.startsWith(source.start),
        )
        expect(found, source.title).toHaveLength(1)
        return found
          .map(
            (e) =>
              `${e.title} ${inWords(e.start)} ${e.start.slice(11, 16)} to ${inWords(e.end)} ${e.location ?? ''}`,
          )
          .join('\n')
      }
      case 'date': {
        const { start, end } = source
        expect(pixie.calendar.resolve(source.words), source.words).toMatchObject({ start, end })
        return `${inWords(start)} ${inWords(end)}`
      }
    }
  }

  const textOfAll = async (task: Task) => (await Promise.all(task.source.map(sourceText))).join('\n')

  it.each(tasks.filter(({ accept }) => accept.length > 0).map((task) => [task.id, task] as const))(
    '%s has its answer where it says',
    async (_, task) => {
      const text = await textOfAll(task)
      expect(
        task.accept.some((each) => holds(text, each)),
        text,
      ).toBe(true)
      for (const source of task.source)
        expect(task.calls.flatMap(({ finds }) => finds)).toContain(nameOf(source))
    },
  )

  it.each(tasks.filter(({ days }) => days !== undefined).map((task) => [task.id, task] as const))(
    '%s names every event of its days and no other',
    async (_, task) => {
      const [from, to] = task.days ?? ['', '']
      const events = await eventsOf(from, to)
      const titles = task.source.flatMap((source) => (source.kind === 'event' ? [source.title] : []))
      expect(events.map(({ title }) => title).sort()).toEqual(titles.sort())
      // Unless it goes on from an earlier question, its words mean these days.
      if (task.earlier.length === 0)
        for (const words of [task.question, ...(task.rephrasings ?? [])])
          expect(pixie.calendar.resolve(words) ?? { start: from, end: to }, words).toMatchObject({
            start: from,
            end: to,
          })
    },
  )

  it('asks for nothing that stands somewhere where it must be declined', () => {
    const everything = [
      ...fileTexts.values(),
      ...ownerLines(owner, 'notebook.jsonl').map(({ text }) => text),
      ...ownerLines(owner, 'memory.jsonl').map(({ text }) => text),
    ].join('\n')
    for (const { absent = [] } of tasks)
      for (const words of absent)
        expect(` ${plainWords(everything)} `).not.toContain(` ${plainWords(words)} `)
  })

  it('has every meaning of an ambiguous question in its data', async () => {
    for (const task of tasks.filter(({ decline }) => decline === 'ambiguous')) {
      const text = await textOfAll(task)
      for (const candidate of task.candidates ?? []) expect(holds(text, candidate), task.id).toBe(true)
    }
  })

  it('rejects what stands in the data, not what nobody could say', () => {
    for (const task of tasks)
      for (const rejected of task.reject) expect(task.accept).not.toContainEqual(rejected)
  })
})

function nameOf(source: TaskSource): string {
  if (source.kind === 'file') return source.path
  if (source.kind === 'event') return `${source.title}@${source.start}`
  return source.kind === 'date' ? source.start : source.has
}
