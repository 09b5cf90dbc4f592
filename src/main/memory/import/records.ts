/** What the readers of the import formats give, and how fields by any usual name become one. */
import { parseIsoTime } from '../../iso-time.ts'
import { type MemoryKind, memoryKinds } from '../memory-line.ts'

export interface ImportedLine {
  readonly text: string
  readonly kind: MemoryKind
  readonly who: string | null
  /** Milliseconds since 1970 UTC; null when the record has no time. */
  readonly atMs: number | null
}

/** One record of a file, good or bad. `line` is where it begins, counted from 1. */
export type ImportedRecord =
  | { readonly line: number; readonly record: ImportedLine }
  | { readonly line: number; readonly reason: string }

const fieldNames = {
  text: ['text', 'message', 'body', 'content', 'note', 'entry', 'msg'],
  who: ['who', 'from', 'sender', 'author', 'name', 'contact', 'user'],
  at: [
    'at',
    'timestamp',
    'datetime',
    'date',
    'createdat',
    'created',
    'creationdate',
    'sentat',
    'sent',
    'time',
  ],
  kind: ['kind', 'type'],
  time: ['time'],
} as const
type FieldName = keyof typeof fieldNames

/** Words that other programs use for the kinds. */
const kindWords: Readonly<Record<string, MemoryKind>> = {
  conversation: 'chat',
  diary: 'journal',
  note: 'journal',
  tweet: 'post',
  email: 'message',
  mail: 'message',
  sms: 'message',
  phone: 'call',
}

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

/** The own name of each field we know, by the first of its usual names that is there. */
export function mapFields(names: readonly string[]): Partial<Record<FieldName, string>> {
  const found: Partial<Record<FieldName, string>> = {}
  for (const [field, usual] of Object.entries(fieldNames)) {
    const name = usual
      .map((word) => names.find((each) => plainName(each) === word))
      .find((each) => each !== undefined)
    // Object.entries forgets that its keys are FieldName
    if (name !== undefined) found[field as FieldName] = name
  }
  if (found.at === found.time) delete found.time
  return found
}

/** A record of named values as a line of the log, or why it is none. */
export function recordOf(
  values: Readonly<Record<string, unknown>>,
  names: Partial<Record<FieldName, string>>,
  context: { zone: string; kind: MemoryKind },
): ImportedLine | string {
  const value = (field: FieldName) => {
    const name = names[field]
    return name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
  }
  const text = textOf(value('text'))
  if (text === null) return 'it has no text'
  // What other programs call a type may be anything; what is called a kind has to be one of ours.
  const isOurs = names.kind !== undefined && plainName(names.kind) === 'kind'
  const kind = kindOf(value('kind'), context.kind) ?? (isOurs ? null : context.kind)
  if (kind === null) return `its kind is none of ${memoryKinds.join(', ')}: ${short(value('kind'))}`
  const at = value('at')
  const clockTime = value('time')
  const day = typeof at === 'string' && typeof clockTime === 'string' ? `${at} ${clockTime}`.trim() : at
  const atMs = timeOf(day, context.zone)
  if (atMs === undefined) return `its time cannot be read (write it like 2026-11-30T09:00): ${short(day)}`
  return { text, kind, who: whoOf(value('who')), atMs }
}

/** Text, or a list of pieces that are text or have some (Telegram's way). Null when there is none. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (!Array.isArray(value)) return null
  const pieces = value.map((piece: unknown) =>
    typeof piece === 'string' ? piece : (nestedText(piece) ?? ''),
  )
  return pieces.join('').trim() === '' ? null : pieces.join('')
}

function nestedText(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  for (const name of ['text', 'name', 'address']) {
    const inner: unknown = Reflect.get(value, name)
    if (typeof inner === 'string') return inner
  }
  return null
}

function whoOf(value: unknown): string | null {
  const who = typeof value === 'string' ? value : nestedText(value)
  return who === null || who.trim() === '' ? null : who
}

function kindOf(value: unknown, fallback: MemoryKind): MemoryKind | null {
  if (value === undefined || value === null || value === '') return fallback
  if (typeof value !== 'string') return null
  const word = value.trim().toLowerCase()
  return memoryKinds.find((kind) => kind === word) ?? kindWords[word] ?? null
}

/** Seconds up to here, milliseconds above: 1e11 s is the year 5138, 1e11 ms is 1973. */
const secondsBelow = 1e11

/** Null = no time given; undefined = given, but not readable. */
function timeOf(value: unknown, zone: string): number | null | undefined {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{9,13}(\.\d+)?$/.test(value.trim()))) {
    const number = Number(value)
    return Math.round(number < secondsBelow ? number * 1000 : number)
  }
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return parseIsoTime(text, zone) ?? daysFirst(text, zone) ?? namedMonth(text) ?? undefined
}

/** `31.12.2023 23:59` and `2023/12/31 23:59`: with slashes only where the year comes first, since 3/4 means two days. */
function daysFirst(text: string, zone: string): number | null {
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,?\s+(.*))?$/.exec(text)
  const slashed = /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?:,?\s+(.*))?$/.exec(text)
  const [year, month, day, time] =
    dotted === null ? (slashed?.slice(1) ?? []) : [dotted[3], dotted[2], dotted[1], dotted[4]]
  if (year === undefined || month === undefined || day === undefined) return null
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return parseIsoTime(time === undefined ? iso : `${iso} ${time}`, zone)
}

/** The dates of e-mail (`Mon, 3 May 2021 10:00:00 +0200`), only with an offset: without one the result would depend on this machine. */
function namedMonth(text: string): number | null {
  if (!/[a-z]{3}/i.test(text) || !/(?:[+-]\d{4}|GMT|UTC|Z)(?:\s*\(.*\))?$/.test(text)) return null
  const parsed = Date.parse(text)
  return Number.isNaN(parsed) ? null : parsed
}

/** A value in a sentence: one line, at most 60 characters. */
export function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
