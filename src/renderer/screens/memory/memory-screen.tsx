import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, History, Plus } from 'lucide-react'
import { useState } from 'react'
import type { MemoryLine } from '../../../shared/contract/memory.ts'
import type { Source } from '../../../shared/turn.ts'
import { useApi, useCall } from '../../api.ts'
import { countText, dayInWords, number } from '../../formats.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { LongList, type LongListGroup } from '../../ui/long-list.tsx'
import { Screen } from '../../ui/screen.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { useToday } from '../../use-today.ts'
import { SourcePanel } from '../source/source-panel.tsx'
import { AddLine } from './add-line.tsx'
import { ImportReport, useImport } from './import-report.tsx'
import { LineRow } from './line-row.tsx'
import styles from './memory-screen.module.css'

const pageLines = 100
const foundLines = 200

/** The long log of what was said and written, day by day, newest first. */
export function MemoryScreen(_props: object) {
  const [query, setQuery] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const [shown, setShown] = useState<Source | null>(null)
  const importing = useImport()
  const panel = shown && <SourcePanel key={shown.id} source={shown} onClose={() => setShown(null)} />
  const show = (line: MemoryLine) => setShown(sourceOf(line))
  return (
    <Screen
      title="Memory"
      isBare
      actions={
        <>
          <Button icon={Plus} onPress={() => setIsAdding(true)}>
            Add line
          </Button>
          <Button icon={Download} onPress={() => void importing.start()} isDisabled={importing.isRunning}>
            Import…
          </Button>
        </>
      }
      {...(panel === null ? {} : { inspector: panel, inspectorLabel: 'The line' })}
    >
      <div className={styles.top}>
        <SearchField label="Search the log" value={query} onChange={setQuery} />
        <ImportReport importing={importing} />
      </div>
      {query.trim() === '' ? (
        <AllLines selected={shown?.id ?? null} onOpen={show} onImport={() => void importing.start()} />
      ) : (
        <FoundLines query={query} selected={shown?.id ?? null} onOpen={show} />
      )}
      <AddLine isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </Screen>
  )
}

interface ListProps {
  readonly selected: string | null
  onOpen(line: MemoryLine): void
}

function AllLines({ selected, onOpen, onImport }: ListProps & { onImport(): void }) {
  const api = useApi()
  const { today } = useToday()
  const pages = useInfiniteQuery({
    queryKey: ['memory.list', 'pages'],
    queryFn: ({ pageParam }) => api.call('memory.list', { before: pageParam, limit: pageLines }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ lines, hasMore }) => (hasMore ? (lines.at(-1)?.id ?? null) : null),
    meta: { topics: ['memory'] },
  })
  if (pages.isPending) return <Waiting>Reading the log</Waiting>
  if (pages.isError)
    return (
      <div className={styles.top}>
        <Failure what="The log could not be read" error={pages.error} onRetry={() => void pages.refetch()} />
      </div>
    )
  const lines = pages.data.pages.flatMap((page) => page.lines)
  if (lines.length === 0)
    return (
      <EmptyState
        icon={History}
        title="Nothing in the log yet"
        action={
          <Button variant="solid" onPress={onImport}>
            Import a chat or journal…
          </Button>
        }
      >
        Bring in what you already have: exported chats, mail (mbox), a journal, a table (CSV).
      </EmptyState>
    )
  const more = {
    hasMore: pages.hasNextPage,
    isLoading: pages.isFetchingNextPage,
    onMore: () => void pages.fetchNextPage(),
  }
  return <Lines groups={byDay(lines, today)} selected={selected} onOpen={onOpen} more={more} />
}

function FoundLines({ query, selected, onOpen }: ListProps & { readonly query: string }) {
  const found = useCall(
    'memory.search',
    { query, limit: foundLines },
    { topics: ['memory'], keepsPrevious: true },
  )
  if (found.isPending) return <Waiting>Searching the log</Waiting>
  if (found.isError)
    return (
      <div className={styles.top}>
        <Failure what="The search did not work" error={found.error} onRetry={() => void found.refetch()} />
      </div>
    )
  const { total, lines } = found.data
  if (total === 0)
    return (
      <EmptyState icon={History} title="No line has all these words">
        Try fewer words, or a name.
      </EmptyState>
    )
  const name =
    total > lines.length
      ? `The best ${lines.length} of ${number(total)} lines`
      : `${countText(total, 'line')}, best first`
  return <Lines groups={[{ id: 'found', name, items: lines }]} selected={selected} onOpen={onOpen} />
}

function Lines({
  groups,
  selected,
  onOpen,
  more,
}: ListProps & {
  readonly groups: readonly LongListGroup<MemoryLine>[]
  readonly more?: { readonly hasMore: boolean; readonly isLoading: boolean; onMore(): void }
}) {
  const isDated = groups[0]?.id === 'found'
  return (
    <LongList
      label="Lines of the log"
      groups={groups}
      idOf={(line) => line.id}
      nameOf={(line) => `${line.who ?? ''} ${line.text.slice(0, 120)}`.trim()}
      rowHeight={50}
      selected={selected}
      onOpen={onOpen}
      {...(more === undefined ? {} : { more })}
    >
      {(line) => <LineRow line={line} isDated={isDated} />}
    </LongList>
  )
}

/** Lines come newest first, so each day is one run of them. */
function byDay(lines: readonly MemoryLine[], today: string): LongListGroup<MemoryLine>[] {
  const groups: { id: string; name: string; items: MemoryLine[] }[] = []
  for (const line of lines) {
    const day = line.at.slice(0, 10)
    const last = groups.at(-1)
    if (last?.id === day) last.items.push(line)
    else groups.push({ id: day, name: dayInWords(day, today), items: [line] })
  }
  return groups
}

/** Enough words to find the place again; the line's id says which it is. */
const quoteLength = 200

function sourceOf(line: MemoryLine): Source {
  const [from, to] = line.marks[0] ?? [0, Math.min(quoteLength, line.text.length)]
  return {
    kind: 'memory',
    id: line.id,
    title: line.who ?? '',
    path: null,
    location: null,
    quote: line.text.slice(from, to),
  }
}
