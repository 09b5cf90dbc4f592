import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ConversationHit } from '../../../shared/contract/conversations.ts'
import { useCall } from '../../api.ts'
import { countText, dateText } from '../../formats.ts'
import { useNavigation } from '../../navigation.ts'
import { IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { MarkedText } from '../../ui/marked-text.tsx'
import { Name } from '../../ui/name.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import styles from './find-panel.module.css'

/** A pause in typing as short as this is not felt, and spares a search for each letter. */
const restMs = 120
const mostHits = 100

/** Looks through everything that was said, in every chat. */
export function FindPanel({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState('')
  const query = useRested(typed.trim(), restMs)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from anywhere within
    <div className={styles.panel} onKeyDown={({ key }) => key === 'Escape' && typed === '' && onClose()}>
      <div className={styles.bar}>
        <SearchField
          label="Search all chats"
          value={typed}
          onChange={setTyped}
          inputRef={field}
          maxLength={400}
          className={styles.field}
        />
        <IconButton icon={X} aria-label="Close search" onPress={onClose} />
      </div>
      {query !== '' && <Hits query={query} />}
    </div>
  )
}

function Hits({ query }: { readonly query: string }) {
  const search = useCall(
    'conversations.search',
    { query, limit: mostHits },
    { topics: ['messages', 'conversations'] },
  )
  const info = useCall('app.info', {}, { topics: [] })
  if (search.isError)
    return <Failure error={search.error} what="The search failed" onRetry={() => void search.refetch()} />
  if (search.isPending) return <Waiting>Searching</Waiting>
  const hits = search.data
  if (hits.length === 0)
    return (
      <EmptyState title="Nothing found">{`No chat has “${query}” in it. Try fewer or other words.`}</EmptyState>
    )
  return (
    <>
      <p role="status" className={styles.count}>
        {hits.length === mostHits ? `The newest ${mostHits} places` : countText(hits.length, 'place')}
      </p>
      <ol aria-label="Places found" className={styles.hits}>
        {hits.map((hit) => (
          <li key={hit.message}>
            <Hit hit={hit} zone={info.data?.zone ?? 'UTC'} />
          </li>
        ))}
      </ol>
    </>
  )
}

function Hit({ hit, zone }: { readonly hit: ConversationHit; readonly zone: string }) {
  const go = useNavigation((state) => state.go)
  const { conversation, message, title, role, createdAtMs, snippet, marks } = hit
  return (
    <button
      type="button"
      className={styles.hit}
      onClick={() => void go({ screen: 'chat', conversation, message })}
    >
      <Name of={title} className={styles.title} />
      <span className={styles.when}>
        {role === 'user' ? 'You' : 'Pixie'} · {dateText(createdAtMs, zone)}
      </span>
      <span dir="auto" className={styles.snippet}>
        <MarkedText text={snippet} marks={marks} />
      </span>
    </button>
  )
}

function useRested(value: string, ms: number): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), value === '' ? 0 : ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}
