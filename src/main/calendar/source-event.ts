/** An event as its calendar has it, not yet expanded. */
export interface SourceEvent {
  readonly line: number
  readonly uid: string
  /** Of a changed instance: which one it replaces (see `instanceName` in `ics-event.ts`). Null for all others. */
  readonly recurrence: string | null
  readonly title: string
  readonly location: string | null
  readonly description: string | null
  /** Names or addresses, one a line. */
  readonly attendees: string | null
  readonly allDay: boolean
  /** `YYYY-MM-DD`, or `YYYY-MM-DDTHH:MM:SS` on the clocks of `zone`. */
  readonly start: string
  /** IANA zone or offset; null = on the owner's clocks, wherever they are. */
  readonly zone: string | null
  /** Whole days by the calendar, then milliseconds by the stop-watch. An all-day event has days only, at least one. */
  readonly durationDays: number
  readonly durationMs: number
  /** The RRULE's value, or null. */
  readonly rule: string | null
  /** RDATE, in the form of `start`. */
  readonly added: readonly string[]
  /** EXDATE (see `instanceName` in `ics-event.ts`). */
  readonly removed: readonly string[]
  readonly isCancelled: boolean
  readonly sequence: number
  /** LAST-MODIFIED as it stands (UTC, so it sorts), or null. */
  readonly modified: string | null
  readonly raw: string
}
