import { useInfiniteQuery } from '@tanstack/react-query'
import { NotebookText } from 'lucide-react'
import { useState } from 'react'
import type { Note } from '../../../shared/contract/notebook.ts'
import { type CallError, useApi, useCall } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { Screen } from '../../ui/screen.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { AddNote } from './add-note.tsx'
import { NoteRow } from './note-row.tsx'
import styles from './notebook-screen.module.css'

const pageLines = 100
const foundLines = 100

/** What the owner wants kept in mind: one line a thought, newest first. */
export function NotebookScreen(_props: object) {
  const [query, setQuery] = useState('')
  return (
    <Screen title="Notebook" subtitle="What Pixie should keep in mind" isBare>
      <div className={styles.top}>
        <AddNote />
        <SearchField label="Search the Notebook" value={query} onChange={setQuery} />
      </div>
      {query.trim() === '' ? <AllNotes /> : <FoundNotes query={query} />}
    </Screen>
  )
}

function AllNotes() {
  const api = useApi()
  const pages = useInfiniteQuery({
    queryKey: ['notebook.list', 'pages'],
    queryFn: ({ pageParam }) => api.call('notebook.list', { before: pageParam, limit: pageLines }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ notes, hasMore }) => (hasMore ? (notes.at(-1)?.id ?? null) : null),
    meta: { topics: ['notebook', 'conversations'] },
  })
  if (pages.isPending) return <Waiting>Reading the Notebook</Waiting>
  if (pages.isError)
    return (
      <Failed what="The Notebook could not be read" error={pages.error} onRetry={() => pages.refetch()} />
    )
  const notes = pages.data.pages.flatMap((page) => page.notes)
  if (notes.length === 0)
    return (
      <EmptyState icon={NotebookText} title="Nothing noted yet">
        Write a line above: a size, a name, a wish. Pixie looks here first when you ask something.
      </EmptyState>
    )
  const more = {
    hasMore: pages.hasNextPage,
    isLoading: pages.isFetchingNextPage,
    onMore: () => void pages.fetchNextPage(),
  }
  return <Notes notes={notes} more={more} />
}

function FoundNotes({ query }: { readonly query: string }) {
  const found = useCall(
    'notebook.search',
    { query, limit: foundLines },
    { topics: ['notebook'], keepsPrevious: true },
  )
  if (found.isPending) return <Waiting>Searching the Notebook</Waiting>
  if (found.isError)
    return <Failed what="The search did not work" error={found.error} onRetry={() => found.refetch()} />
  if (found.data.length === 0)
    return (
      <EmptyState icon={NotebookText} title="No line has all these words">
        Try fewer words, or the beginning of one.
      </EmptyState>
    )
  return <Notes notes={found.data} />
}

function Notes({
  notes,
  more,
}: {
  readonly notes: readonly Note[]
  readonly more?: Parameters<typeof LongList>[0]['more']
}) {
  return (
    <LongList
      label="Lines of the Notebook"
      groups={[{ id: 'all', name: '', items: notes }]}
      idOf={(note) => note.id}
      nameOf={(note) => note.text.slice(0, nameLength)}
      rowHeight={62}
      {...(more === undefined ? {} : { more })}
    >
      {(note) => <NoteRow note={note} />}
    </LongList>
  )
}

/** Enough to type ahead and to be read out. */
const nameLength = 120

function Failed(props: { readonly what: string; readonly error: Error | CallError; onRetry(): unknown }) {
  return (
    <div className={styles.failed}>
      <Failure what={props.what} error={props.error} onRetry={() => void props.onRetry()} />
    </div>
  )
}
