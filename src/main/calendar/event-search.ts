/** Events by the words of a question that names no days: "when is my dentist appointment?" */
import { Temporal } from 'temporal-polyfill'
import { looselyContains, matchExpression, queryTerms } from '../../shared/fold.ts'
import type { Db } from '../store/database.ts'
import { type StoredEvent, searchEvents } from './calendar-rows.ts'
import type { CalendarEvent, Instance } from './instances.ts'

/** Words of questions about calendars that seldom name the event. Folded. */
const calendarWords = new Set(
  `appointment appointments meeting meetings event events calendar diary planner visit visits schedule scheduled date day time week month year next
  last upcoming coming planned plan booked book start starts begin begins end ends happen happening take takes place going
  go again soon long ago ever anything something kalender termin termine treffen uhrzeit naechste naechster nachste nachster
  nachsten letzte letzten wieder`.split(/\s+/u),
)

/** Rows looked at; the index has the best first. */
const maxCandidates = 60
/** How far ahead and back a series is looked for, in days: soon, then anywhere within a year and a bit. */
const reaches = [35, 400] as const
/** Of the best event's share of words. Events with clearly fewer of them are not meant. */
const keptShare = 0.75

export interface EventSearch {
  readonly around: number
  readonly past: boolean
  readonly limit: number
  readonly zone: string
  /** Of one event in the days, earliest first. */
  instances(stored: StoredEvent, from: Temporal.PlainDate, to: Temporal.PlainDate): Instance[]
}

/** The words that may name an event; the words of calendar talk too where there is nothing else. */
export function namingWords(question: string): string[] {
  return queryTerms(question).filter((term) => !calendarWords.has(term))
}

/** See `Calendar.search`. */
export function searchByWords(db: Db, words: string, search: EventSearch): CalendarEvent[] {
  const naming = namingWords(words)
  const terms = naming.length > 0 ? naming : queryTerms(words)
  const match = matchExpression(terms.join(' '), { mode: 'any' })
  if (match === '') return []
  const candidates = searchEvents(db, match, maxCandidates)
  const weights = new Map(terms.map((term) => [term, rarity(term, candidates)]))
  const scored = candidates.map((stored) => ({ stored, score: score(stored, weights) }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const found = new Map<string, Instance>()
  for (const { stored, score } of scored) {
    if (score === 0 || score < best * keptShare) continue
    const instance = nearest(stored, search)
    if (instance !== null) found.set(`${instance.event.uid} ${instance.event.start}`, instance)
  }
  return [...found.values()]
    .sort((a, b) => byNearness(a, b, search))
    .slice(0, search.limit)
    .map(({ event }) => event)
}

/** A word that few of the candidates hold says more about which one is meant. */
function rarity(term: string, candidates: readonly StoredEvent[]): number {
  const holders = candidates.filter((stored) => looselyContains(textOf(stored), term)).length
  return holders === 0 ? 0 : 1 + Math.log(candidates.length / holders)
}

function textOf({ event }: StoredEvent): string {
  return [event.title, event.location, event.attendees, event.description]
    .filter((text) => text !== null)
    .join('\n')
}

/** A word in the title counts twice: what an event is called says more than what its notes mention. */
function score(stored: StoredEvent, weights: ReadonlyMap<string, number>): number {
  const text = textOf(stored)
  let sum = 0
  for (const [term, weight] of weights) {
    if (looselyContains(stored.event.title, term)) sum += 2 * weight
    else if (looselyContains(text, term)) sum += weight
  }
  return sum
}

/** The next instance to come (one that is on counts), else the latest that is over; the other way round for the past. */
function nearest(stored: StoredEvent, search: EventSearch): Instance | null {
  const next = () => firstFound((days) => ahead(stored, search, days))
  const last = () => firstFound((days) => back(stored, search, days))
  const distant = () => onlyOne(stored, search)
  return search.past ? (last() ?? next() ?? distant()) : (next() ?? last() ?? distant())
}

function firstFound(look: (days: number) => Instance | undefined): Instance | null {
  for (const days of reaches) {
    const found = look(days)
    if (found !== undefined) return found
  }
  return null
}

function ahead(
  stored: StoredEvent,
  { around, zone, instances }: EventSearch,
  days: number,
): Instance | undefined {
  const today = dayOf(around, zone)
  return instances(stored, today, today.add({ days })).find(({ endMs }) => endMs >= around)
}

function back(
  stored: StoredEvent,
  { around, zone, instances }: EventSearch,
  days: number,
): Instance | undefined {
  const today = dayOf(around, zone)
  return instances(stored, today.subtract({ days }), today).findLast(({ startMs }) => startMs <= around)
}

/** An event that does not repeat is found however far away it is. */
function onlyOne(stored: StoredEvent, { instances }: EventSearch): Instance | null {
  const { rule, start } = stored.event
  if (rule !== null) return null
  const day = Temporal.PlainDate.from(start.slice(0, 10))
  return instances(stored, day.subtract({ days: 2 }), day.add({ days: 2 }))[0] ?? null
}

function dayOf(ms: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate()
}

/** Those on the wanted side of now first, the nearest first on both. */
function byNearness(a: Instance, b: Instance, { around, past }: EventSearch): number {
  const isWanted = ({ startMs, endMs }: Instance) => (past ? startMs <= around : endMs >= around)
  return (
    Number(isWanted(b)) - Number(isWanted(a)) || Math.abs(a.startMs - around) - Math.abs(b.startMs - around)
  )
}
