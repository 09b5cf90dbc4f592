import type { Temporal } from 'temporal-polyfill'

/** How wide the words were: what a person would call the answer. */
export type Grain = 'day' | 'weekend' | 'week' | 'month' | 'quarter' | 'season' | 'year' | 'range'

/** Whole days in the owner's zone, both ends included; `start <= end`. */
export interface DateRange {
  /** `YYYY-MM-DD`. */
  readonly start: string
  readonly end: string
  /** The words it was read from, in small letters: `next week`. */
  readonly label: string
  readonly grain: Grain
}

export type WeekStart = 'monday' | 'saturday' | 'sunday'

/** Days from `start` to `end`, both included. */
export interface Span {
  readonly start: Temporal.PlainDate
  readonly end: Temporal.PlainDate
}

/** What date words are read against. */
export interface Setting {
  readonly now: Temporal.ZonedDateTime
  readonly today: Temporal.PlainDate
  readonly weekStart: WeekStart
  /** True when the sentence is about the past ("what did I do in October"). */
  readonly past: boolean
}

/**
 * Which of the many Wednesdays or Octobers is meant.
 * `coming`: the one that holds `at` or the first one after it. `past`: the last one that began before `at` ended.
 */
export interface Reading {
  readonly at: Temporal.PlainDate
  readonly direction: 'coming' | 'past'
}

/** A piece of date words, not yet tied to a year where the words leave it open. */
export interface Piece {
  /** Index of the token after the piece. */
  readonly next: number
  readonly grain: Grain
  /** True when the words name exactly one span whatever the reading: `2026-12-03`, `next week`. */
  readonly fixed: boolean
  /** The week that a weekday was said to be in ("Friday next week"). */
  readonly week?: Piece
  /** Null when there is no such day, e.g. no year near by has it. */
  resolve(reading: Reading): Span | null
}
