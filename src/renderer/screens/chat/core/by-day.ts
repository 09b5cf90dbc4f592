/** Conversations in the groups of the sidebar, by the days of the profile's zone. */
import type { ConversationRow } from '../../../../shared/contract/conversations.ts'
import { dayOf, daysBetween } from '../../../dates.ts'
import { monthText } from '../../../formats.ts'

export interface DayGroup {
  readonly name: string
  readonly rows: readonly ConversationRow[]
}

/** Pinned first, then by when they last changed; the order within is kept. */
export function groupByDay(rows: readonly ConversationRow[], nowMs: number, zone: string): DayGroup[] {
  const today = dayOf(nowMs, zone)
  const groups = new Map<string, ConversationRow[]>()
  const nameOf = ({ isPinned, changedAtMs }: ConversationRow) => {
    if (isPinned) return 'Pinned'
    const age = daysBetween(dayOf(changedAtMs, zone), today)
    if (age <= 0) return 'Today'
    if (age === 1) return 'Yesterday'
    if (age <= 7) return 'Last 7 days'
    if (age <= 30) return 'Last month'
    return monthText(changedAtMs, zone)
  }
  const pinnedFirst = [...rows.filter((row) => row.isPinned), ...rows.filter((row) => !row.isPinned)]
  for (const row of pinnedFirst) {
    const name = nameOf(row)
    groups.set(name, [...(groups.get(name) ?? []), row])
  }
  return [...groups].map(([name, inGroup]) => ({ name, rows: inGroup }))
}
