import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useCall } from '../../api.ts'
import { Failure } from '../../ui/failure.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import styles from './conversation-list.module.css'
import { ConversationRow } from './conversation-row.tsx'
import { groupByDay } from './core/by-day.ts'
import { useFocusNextRow } from './focus.ts'

/** Every conversation, by day. The arrow keys move through it; one Tab leaves it. */
export function ConversationList({ current }: { readonly current: string | null }) {
  const list = useCall('conversations.list', {}, { topics: ['conversations', 'messages', 'drafts'] })
  // Read again with each change, so that "Today" is never yesterday for long.
  const info = useCall('app.info', {}, { topics: ['conversations', 'messages'] })
  const box = useRef<HTMLDivElement>(null)
  const [entered, setEntered] = useState<string | null>(null)
  const { nowMs, zone } = info.data ?? { nowMs: Date.now(), zone: 'UTC' }
  const groups = useMemo(() => groupByDay(list.data ?? [], nowMs, zone), [list.data, nowMs, zone])
  const ids = useMemo(() => groups.flatMap(({ rows }) => rows.map(({ id }) => id)), [groups])
  useFocusNextRow(box, entered, ids)
  if (list.isError)
    return (
      <Failure error={list.error} what="The chats could not be read" onRetry={() => void list.refetch()} />
    )
  if (list.isPending || info.isPending) return <Waiting>Reading your chats</Waiting>
  if (list.data.length === 0)
    return (
      <section aria-label="Chats">
        <p className={styles.none}>Your chats will stand here.</p>
      </section>
    )
  const isHere = (id: string | null) => list.data.some((row) => row.id === id)
  const reachable = [entered, current].find(isHere) ?? list.data[0]?.id
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons within are what is used
    <div ref={box} onKeyDown={(event) => moveFocus(event, box.current)}>
      {groups.map(({ name, rows }) => (
        <section key={name} aria-label={`Chats: ${name}`}>
          <h2 className={styles.day}>{name}</h2>
          <ul>
            {rows.map((row) => (
              <ConversationRow
                key={row.id}
                row={row}
                isCurrent={row.id === current}
                isReachable={row.id === reachable}
                isEntered={row.id === entered}
                onFocus={() => setEntered(row.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Up and down from row to row, Home and End to the first and last. */
function moveFocus(event: KeyboardEvent, box: HTMLElement | null): void {
  const rows = [...(box?.querySelectorAll<HTMLElement>('[data-conversation]') ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  if (at === -1 || event.target instanceof HTMLInputElement) return
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  rows[to]?.querySelector('button')?.focus()
}
