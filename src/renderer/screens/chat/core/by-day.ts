/** Conversations in the groups of the sidebar, by the days of the profile's zone. */
import type { ConversationRow } from '../../../../shared/contract/conversations.ts'

export interface DayGroup {
  readonly name: string
  readonly rows: readonly ConversationRow[]
}

const dayMs = 86_400_000

/** Pinned first, then by when they last changed; the order within is kept. */
export function groupByDay(rows: readonly ConversationRow[], nowMs: number, zone: string): DayGroup[] {
  const days = dayNumber(zone)
  const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: zone })
  const today = days(nowMs)
  const groups = new Map<string, ConversationRow[]>()
  const nameOf = ({ isPinned, changedAtMs }: ConversationRow) => {
    if (isPinned) return 'Pinned'
    const age = today - days(changedAtMs)
    if (age <= 0) return 'Today'
    if (age === 1) return 'Yesterday'
    if (age <= 7) return 'Last 7 days'
    if (age <= 30) return 'Last month'
    return monthName.format(changedAtMs)
  }
  const pinnedFirst = [...rows.filter((row) => row.isPinned), ...rows.filter((row) => !row.isPinned)]
  for (const row of pinnedFirst) {
    const name = nameOf(row)
    groups.set(name, [...(groups.get(name) ?? []), row])
  }
  return [...groups].map(([name, inGroup]) => ({ name, rows: inGroup }))
}

/** Counts the days of a zone, whatever its clock does. */
function dayNumber(zone: string): (ms: number) => number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  return (ms) => {
    const of = Object.fromEntries(parts.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
    return Math.round(Date.UTC(of.year ?? 0, (of.month ?? 1) - 1, of.day ?? 1) / dayMs)
  }
}

/** `12 Sep 2027`. */
export function dayText(ms: number, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: zone,
  }).format(ms)
}
