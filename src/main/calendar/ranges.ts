/**
 * Date words to whole days, by rule, without a model. The same words on the same day always give the same days.
 *
 * How words are read that people use in more than one way:
 * - A weekday alone is the coming one, today included. `next Tuesday` is the Tuesday of next week, `last Friday` the
 *   latest one before today, `this Friday` like Friday alone, `coming Friday` the first one after today.
 * - A month, day, quarter, ISO week, season or holiday without a year is the one that is on, else the next to come.
 * - After a past tense (`did`, `was`, `had`, …) a weekday is the latest one before today and a month the one that is on or
 *   the latest before; not where `for` stands in front ("what did I plan for Friday").
 * - `last March` is the latest one that is over, `next March` the first that has not begun, `this March` this year's.
 * - Weekends are Saturday and Sunday of the Monday-to-Sunday week; `this weekend` on a Sunday is the one that is on.
 * - `the next 10 days` are ten days from today on, `the past 7 days` seven days up to today, and so are `in the next week`
 *   and `over the last month`; `in two weeks` is one day.
 * - `until` begins today, `since` ends today, `after X` is thirty days. `beginning`, `middle`, `end` are thirds of a month.
 * - Seasons are the northern ones by whole months (summer: June to August; winter: December to February).
 * - Figures: `2026-12-03`; slashes are month/day/year (`12/3/2026`), full stops and hyphens day.month.year (`3.12.2026`);
 *   a figure over 12 is the day, whichever way round. `12/3` without a year counts only alone, or after on, by, until, since, from.
 * - A part of the day (`Wednesday evening`, `tonight`) gives the whole day; `last night` is yesterday.
 * - No dates: `which Sunday`, `may` as a verb or a name, `march on`, `sat down`, `the sun`, `second`, `every Monday`, `5th floor`,
 *   `Christmas list`, times of day.
 */
import { Temporal } from 'temporal-polyfill'
import { PixieError } from '../../shared/errors.ts'
import { atom } from './range-atoms.ts'
import { chronoDay } from './range-chrono.ts'
import {
  beforeOrAfter,
  daysOfMonth,
  fromTo,
  listed,
  positioned,
  restOf,
  since,
  until,
  weekOfDate,
} from './range-compound-rules.ts'
import { speaksOfPast } from './range-lexicon.ts'
import { firstOf, type Rule } from './range-parts.ts'
import { hasRole, labelOf, readSentence, type Sentence } from './range-sentence.ts'
import { isWithinYears } from './range-spans.ts'
import { tokenize } from './range-tokens.ts'
import type { DateRange, Grain, Span, WeekStart } from './range-types.ts'

const rules: readonly Rule[] = [
  daysOfMonth,
  fromTo,
  until,
  since,
  positioned,
  restOf,
  weekOfDate,
  beforeOrAfter,
  listed,
  atom,
]

/**
 * The days that the words mean, or null when there is no time in them. Never throws for any text; throws
 * `invalid-input` for an unknown zone.
 */
export function resolveRange(
  words: string,
  options: { now: number; zone: string; weekStart: WeekStart },
): DateRange | null {
  const now = nowIn(options.zone, options.now)
  // Some keyboards and file names write an umlaut as two characters.
  const sentence = readSentence(words.normalize('NFC'), {
    now,
    today: now.toPlainDate(),
    weekStart: options.weekStart,
  })
  for (let i = 0; i < sentence.tokens.length; i++) {
    const range = rangeAt(sentence, i)
    if (range !== null) return range
  }
  const single = chronoDay(sentence)
  return single === null ? null : toRange(single.span, 'day', single.label)
}

function rangeAt(sentence: Sentence, i: number): DateRange | null {
  const piece = firstOf(rules, sentence, i)
  if (piece === null) return null
  const { today, past } = sentence.setting
  const direction = past && !hasRole(sentence, i - 1, 'for') ? 'past' : 'coming'
  const span = piece.resolve({ at: today, direction })
  return span === null ? null : toRange(span, piece.grain, labelOf(sentence, i, piece.next))
}

function toRange(span: Span, grain: Grain, label: string): DateRange | null {
  if (!isWithinYears(span)) return null
  return { start: span.start.toString(), end: span.end.toString(), label, grain }
}

function nowIn(zone: string, now: number): Temporal.ZonedDateTime {
  try {
    return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)
  } catch (cause) {
    throw new PixieError('invalid-input', {
      what: 'not a time zone or a time',
      value: zone,
      hint: 'Use a zone such as Europe/Berlin, and a time between the years 1 and 9999.',
      cause,
    })
  }
}

/** True when a sentence asks about what is over: "when was my last dentist visit?" */
export function isAboutPast(words: string): boolean {
  const tokens = tokenize(words.normalize('NFC')).flatMap((token) =>
    token.kind === 'word' ? [token.lower] : [],
  )
  return speaksOfPast(tokens)
}
