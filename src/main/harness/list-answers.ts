/** Answers that code writes: events of an understood range are the answer, and so is the date. */
import { fold, looseMatcher, queryTerms } from '../../shared/fold.ts'
import { emptyWords } from '../search/telling-terms.ts'
import type { FoundDate, FoundEvent } from '../tools/tool.ts'
import { isKindOfValue } from './asked-value.ts'
import { askingClauses } from './coverage.ts'
import { dayInWords, isDayName } from './day-words.ts'
import type { WordRange } from './ports.ts'

const mostListed = 12
/** Shorter other words are abbreviations, which stand in any title. */
const shortestForm = 3

/** Words of a calendar question that name no event. Folded. */
const calendarWords = new Set(
  `calendar diary planner visit visits hour hours schedule scheduled event events appointment appointments meeting meetings plan plans planned planning free
  busy available availability time times day days date week weekend month year today tomorrow tonight yesterday morning
  afternoon evening night next this last coming upcoming anything something going happening agenda booked look have many
  start starts begin begins end ends finish run runs until till since list show tell check clash conflict miss missed first second third`.split(
    /\s+/,
  ),
)
/** The words of a question that could name an event: no range words, no talk of calendars. Folded. */
function eventWords(question: string): string[] {
  return queryTerms(question).filter(
    (term) =>
      !calendarWords.has(term) &&
      !isKindOfValue(term) &&
      !emptyWords.has(term) &&
      !isDayName(term) &&
      !/^\p{N}+/u.test(term),
  )
}

/** `09:00–10:00`, or `all day`. Times are ISO 8601 in the owner's zone already. */
function hours({ allDay, start, end }: FoundEvent): string {
  if (allDay) return 'all day'
  const until =
    end.slice(0, 10) === start.slice(0, 10)
      ? end.slice(11, 16)
      : `${dayInWords(end.slice(0, 10))} ${end.slice(11, 16)}`
  return start.slice(11, 16) === end.slice(11, 16) ? start.slice(11, 16) : `${start.slice(11, 16)}–${until}`
}

function days({ allDay, start, end }: FoundEvent): string {
  const first = dayInWords(start.slice(0, 10))
  const last = end.slice(0, 10)
  return allDay && last > start.slice(0, 10) ? `${first} to ${dayInWords(last)}` : first
}

/** One line: title first, as the calendar has it. */
export function eventLine(event: FoundEvent): string {
  const place = event.location ? `, ${event.location}` : ''
  return `${event.title}: ${days(event)}, ${hours(event)}${place}`
}

function inWords({ start, end }: WordRange): string {
  return start === end ? `on ${dayInWords(start)}` : `from ${dayInWords(start)} to ${dayInWords(end)}`
}

export interface EventAnswer {
  readonly text: string
  /** The events that the text names. */
  readonly events: readonly FoundEvent[]
}

export interface EventWords {
  /** `YYYY-MM-DD`, for questions that ask how long it is until an event. */
  readonly today?: string
  /**
   * Share, 0–1, of the words that may name an event which an event must have to be meant; 0: in an understood range any event
   * is. A question without such words asks for all of the range.
   */
  readonly leastNamed: number
  /** Other words of the data for a word of the question. */
  related(word: string): readonly string[]
}

interface NamedEvents {
  readonly words: readonly string[]
  readonly named: readonly FoundEvent[]
  /** Of the words, 0–1, that each of the named events has. */
  readonly share: number
}

/** The events that have the most of a text's words. */
function namedIn(text: string, events: readonly FoundEvent[], related: EventWords['related']): NamedEvents {
  const words = eventWords(text)
  const forms = words.map((word) => [word, ...related(word).filter((form) => form.length >= shortestForm)])
  const hits = (event: FoundEvent) => {
    const holds = looseMatcher(`${event.title} ${event.location ?? ''}`)
    return forms.filter((each) => each.some(holds)).length
  }
  const counts = events.map(hits)
  const most = Math.max(0, ...counts)
  if (most === 0) return { words, named: [], share: 0 }
  return { words, named: events.filter((_, i) => counts[i] === most), share: most / words.length }
}

/** By the clauses that ask and name events best: words of a reason name none. By the whole where no such clause names any. */
function namedEvents(
  question: string,
  events: readonly FoundEvent[],
  related: EventWords['related'],
): NamedEvents {
  const whole = namedIn(question, events, related)
  const clauses = askingClauses(question).map((clause) => namedIn(clause, events, related))
  const share = Math.max(0, ...clauses.map((clause) => clause.share))
  if (share <= whole.share) return whole
  const best = clauses.filter((clause) => clause.share === share)
  const named = new Set(best.flatMap((clause) => clause.named))
  return {
    words: best.flatMap(({ words }) => words),
    named: events.filter((event) => named.has(event)),
    share,
  }
}

/**
 * Lists the events: those that the question's words name, else all of the range, saying that none has those words. Null
 * when nothing says that these events are meant: there is neither a range nor an event that the words name.
 */
export function answerFromEvents(
  question: string,
  events: readonly FoundEvent[],
  range: WordRange | null,
  { leastNamed, related, today }: EventWords,
): EventAnswer | null {
  const { words, named, share } = namedEvents(question, events, related)
  if (named.length === 0 && range === null) return null
  if (words.length > 0 && share < leastNamed) return null
  const missed = named.length === 0 && words.length > 0 ? `I see no “${words.join(' ')}” there. ` : ''
  const chosen = named.length > 0 ? named : events
  if (range !== null && chosen.length === 0)
    return { text: `There is nothing in your calendar ${inWords(range)}.`, events: [] }
  const answer = listEvents(chosen, range, missed)
  const [only, ...others] = answer.events
  const isOnly = only !== undefined && others.length === 0 && missed === ''
  const until = isOnly ? daysUntil(question, only, today) : null
  return until === null ? answer : { ...answer, text: `${answer.text}. ${until}` }
}

/** Whether the figure that a question asks for may be one of time or of events. */
export const countsTime = (question: string): boolean =>
  /(?<!\p{L})(?:how (?:many|long|often)|wie ?(?:viele?|lange|oft)|combien|quant[oa]s?|cuant[oa]s?|hoeveel|hur manga)(?!\p{L})/u.test(
    fold(question),
  )

/** How many days, and that they are those before something: "how many days is the trip" asks for its length. Folded. */
const asksForDays =
  /(?<!\p{L})(?:how (?:many|much) (?:more )?(?:days|weeks|time)|how long (?:is it |do i have )?(?:until|till|to|before)|(?:days|weeks) (?:until|till|left|before)|wie ?viele (?:tage|wochen)|wie lange (?:noch|bis)|combien de (?:jours|semaines)|quant[oa]s (?:dias|semanas)|cuant[oa]s (?:dias|semanas)|quanti giorni|hoeveel dagen)(?!\p{L})/u
const asksForWait =
  /(?<!\p{L})(?:until|till|before|left|remain(?:s|ing)?|to go|(?:days|weeks|time|it|have) to|bis|noch|vor|avant|jusqu|rest(?:e|ent|a|am|an)|falt(?:a|am|an)|ate|hasta|para|manca(?:no)?|tot|nog)(?!\p{L})/u

/** `That is in 14 days.` for a question that asks it, null for any other and for what has begun. */
function daysUntil(question: string, { start }: FoundEvent, today: string | undefined): string | null {
  if (today === undefined) return null
  const days = Math.round((Date.parse(start.slice(0, 10)) - Date.parse(today)) / 86_400_000)
  const asked = fold(question)
  if (!asksForDays.test(asked) || !asksForWait.test(asked) || !(days > 0)) return null
  return days === 1 ? 'That is tomorrow.' : `That is in ${days} days.`
}

function listEvents(chosen: readonly FoundEvent[], range: WordRange | null, missed: string): EventAnswer {
  const listed = chosen.slice(0, mostListed)
  const [only] = listed
  if (only !== undefined && chosen.length === 1)
    return { text: `${missed}${eventLine(only)}`, events: listed }
  const rest = chosen.length - listed.length
  const more = rest > 0 ? [`and ${rest} more (showing ${listed.length} of ${chosen.length})`] : []
  const heading = range === null ? 'In your calendar:' : `${missed}In your calendar ${inWords(range)}:`
  return {
    text: [heading, ...listed.map((event) => `- ${eventLine(event)}`), ...more].join('\n'),
    events: listed,
  }
}

/** ISO 8601 week of a day: the week that holds its Thursday. */
function isoWeek(date: string): number {
  const day = new Date(`${date}T00:00:00Z`)
  const thursday = new Date(day)
  thursday.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7))
  const newYear = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  return Math.floor((thursday.getTime() - newYear) / 86_400_000 / 7) + 1
}

/** Today (with the time or the week when the question is about them), and the range that its words mean when it is another. */
export function answerFromDate(question: string, date: FoundDate, range: WordRange | null): string {
  const day = dayInWords(date.today)
  const now = /\b(time|clock|uhr|hour)\b/i.test(question)
    ? `It is ${date.time} on ${day}.`
    : `Today is ${day}.`
  const today = /\b(week|woche|kw)\b/i.test(question)
    ? `${now.slice(0, -1)}, week ${isoWeek(date.today)}.`
    : now
  if (range === null || (range.start === date.today && range.end === date.today)) return today
  const label = range.label.charAt(0).toUpperCase() + range.label.slice(1)
  return range.start === range.end
    ? `${today} ${label} is ${dayInWords(range.start)}.`
    : `${today} ${label} is ${dayInWords(range.start)} to ${dayInWords(range.end)}.`
}
