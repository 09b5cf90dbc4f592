import { parseIsoTime } from '../../iso-time.ts'
import { textLines } from './byte-lines.ts'
import type { ImportedRecord } from './records.ts'

/**
 * Chat exports as plain text, one message a line, further lines belonging to the message above:
 * `[31/12/2023, 23:59:01] Ada: text`, `31.12.23, 23:59 - Ada: text`, `[2023-12-31, 11:59 PM] Ada: text`.
 */
const messageLine =
  /^[\u200e\u200f\u202a-\u202e]*\[?(\d{1,4})([./-])(\d{1,2})\2(\d{2,4}),?\s+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*([AaPp]\.?\s?[Mm]\.?)?(?:\]\s*|\s+[-–]\s+)([\s\S]*)$/
const sender = /^[\u200e\u202a-\u202e]*([^:\n]{1,100}?): ?([\s\S]*)$/

/** Which part of a date comes first. */
export type DateOrder = 'day' | 'month'

interface MessageStart {
  readonly date: { first: string; second: string; third: string; separator: string }
  readonly clock: string
  readonly hasHalfDay: boolean
  readonly rest: string
}

interface OpenMessage {
  readonly line: number
  readonly start: MessageStart
  text: string
}

export function messageStart(line: string): MessageStart | null {
  const [, first, separator, second, third, hour, minute, seconds = '00', half, rest] =
    messageLine.exec(line) ?? []
  if (first === undefined || second === undefined || third === undefined || separator === undefined)
    return null
  if (hour === undefined || minute === undefined || rest === undefined) return null
  const afternoon = half === undefined ? null : /^p/i.test(half)
  const hours = afternoon === null ? Number(hour) : (Number(hour) % 12) + (afternoon ? 12 : 0)
  return {
    date: { first, second, third, separator },
    clock: `${String(hours).padStart(2, '0')}:${minute}:${seconds}`,
    hasHalfDay: afternoon !== null,
    rest,
  }
}

/**
 * Which way round the dates of an export are: said by the first date that can only be one of them; else months first
 * only with slashes and a twelve-hour clock.
 */
export async function dateOrder(chunks: AsyncIterable<Uint8Array>): Promise<DateOrder> {
  let guess: DateOrder = 'day'
  for await (const each of textLines(chunks)) {
    const start = 'text' in each ? messageStart(each.text) : null
    if (start === null || start.date.first.length === 4) continue
    if (Number(start.date.first) > 12) return 'day'
    if (Number(start.date.second) > 12) return 'month'
    if (start.hasHalfDay && start.date.separator === '/') guess = 'month'
  }
  return guess
}

export async function* readChatExport(
  chunks: AsyncIterable<Uint8Array>,
  context: { zone: string; order: DateOrder },
): AsyncGenerator<ImportedRecord> {
  let open: OpenMessage | null = null
  for await (const each of textLines(chunks)) {
    if ('reason' in each) {
      yield each
      continue
    }
    const text = each.text.replace(/\r$/, '')
    const start = messageStart(text)
    if (start !== null) {
      if (open !== null) yield messageRecord(open, context)
      open = { line: each.line, start, text: start.rest }
    } else if (open !== null) open.text += `\n${text}`
    else if (text.trim() !== '') yield { line: each.line, reason: 'it comes before the first message' }
  }
  if (open !== null) yield messageRecord(open, context)
}

function messageRecord(message: OpenMessage, context: { zone: string; order: DateOrder }): ImportedRecord {
  const { line, start } = message
  const atMs = parseIsoTime(`${isoDay(start.date, context.order)}T${start.clock}`, context.zone)
  if (atMs === null) {
    const { first, second, third, separator } = start.date
    return {
      line,
      reason: `its time does not exist: ${[first, second, third].join(separator)} ${start.clock}`,
    }
  }
  const [, who, own] = sender.exec(message.text) ?? []
  // What the messenger itself says ("Ada joined") has no sender.
  const text = (own ?? message.text).replace(/\n+$/, '')
  if (text.trim() === '') return { line, reason: 'it has no text' }
  return { line, record: { text, kind: 'chat', who: who ?? null, atMs } }
}

function isoDay({ first, second, third }: MessageStart['date'], order: DateOrder): string {
  if (first.length === 4) return `${first}-${second.padStart(2, '0')}-${third.padStart(2, '0')}`
  const [day, month] = order === 'day' ? [first, second] : [second, first]
  const year = third.length === 2 ? `20${third}` : third
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
