/** `pixie when`: date words to days, without a model. */
import { z } from 'zod'
import { PixieError } from '../../shared/errors.ts'
import type { DateRange } from '../calendar/range-types.ts'
import { parseIsoTime } from '../iso-time.ts'
import type { Pixie } from '../pixie.ts'
import type { Command } from './command.ts'
import { runTasks } from './tasks.ts'

const Task = z.object({ words: z.string(), now: z.string().optional(), tz: z.string().optional() })

const when: Command = {
  name: 'when',
  summary: 'What days date words mean',
  args: ['[WORDS]'],
  options: {
    tasks: {
      type: 'string',
      value: 'FILE.jsonl',
      help: 'read each line {id, words, now?, tz?}; one line {id, range} comes out for each',
    },
  },
  example: 'pixie when "the week of 3 June"',
  async run({ args: [words], options: { tasks }, io, pixie, signal }) {
    if ((words === undefined) === (typeof tasks !== 'string')) {
      throw new PixieError('usage', {
        what: words === undefined ? 'The words are missing' : 'Words and --tasks cannot go together',
        hint: 'Write: pixie when "WORDS", or: pixie when --tasks FILE.jsonl',
      })
    }
    const opened = await pixie()
    if (words === undefined)
      return runTasks(String(tasks), io, Task, (task) => ({ range: rangeOf(opened, task) }), signal)
    const range = opened.calendar.resolve(words)
    return { json: range, text: range === null ? 'There is no time in these words.' : rangeText(range) }
  },
}

function rangeOf(
  { calendar, clock }: Pick<Pixie, 'calendar' | 'clock'>,
  task: z.infer<typeof Task>,
): DateRange | null {
  const zone = task.tz ?? clock.zone
  if (task.now === undefined) return calendar.resolve(task.words, { zone })
  const now = timeIn(task.now, zone)
  if (now === null) {
    throw new PixieError('invalid-input', {
      what: '"now" is not an ISO 8601 time',
      value: task.now,
      hint: 'Write it like 2026-11-30T09:00 or 2026-11-30T09:00:00+01:00.',
    })
  }
  return calendar.resolve(task.words, { now, zone })
}

/** A zone that does not exist is for `resolve` to refuse, by name. */
function timeIn(now: string, zone: string): number | null {
  return parseIsoTime(now, zone) ?? parseIsoTime(now, 'UTC')
}

const day = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

function rangeText({ start, end, label, grain }: DateRange): string {
  const inWords = (date: string) => day.format(new Date(`${date}T00:00:00Z`)).replace(',', '')
  const days = start === end ? inWords(start) : `${inWords(start)} to ${inWords(end)}`
  return `${days}  (${label}, ${grain})`
}

export const whenCommands: readonly Command[] = [when]
