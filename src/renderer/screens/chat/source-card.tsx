import { ArrowUpRight, FolderOpen } from 'lucide-react'
import type { SourceView } from '../../../shared/contract/sources.ts'
import type { Source } from '../../../shared/turn.ts'
import { useApi, useCall } from '../../api.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Failure } from '../../ui/failure.tsx'
import { MarkedText } from '../../ui/marked-text.tsx'
import { useAct } from './chat-services.ts'
import { excerpt } from './core/excerpt.ts'
import styles from './source-card.module.css'

const kindNames: Readonly<Record<Source['kind'], string>> = {
  file: 'File',
  note: 'Note',
  event: 'Event',
  memory: 'Memory',
  date: 'Date',
}

/** What the owner has to hear when the place is no longer what the answer was written from. */
const stateTexts: Readonly<Record<SourceView['state'], string | null>> = {
  found: null,
  changed: 'It was changed since: this passage no longer stands in it.',
  gone: 'It is not there any more. This is what it said:',
  'no-access': 'Pixie may not read it any more. This is what it said:',
}

/** Where an answer came from: the place, its words as they stand there, and the ways to it. */
export function SourceCard({ source, onOpen }: { readonly source: Source; onOpen(source: Source): void }) {
  const api = useApi()
  const { data } = useCall(
    'sources.view',
    { source },
    { topics: ['files', 'notebook', 'memory', 'calendar', 'grants'] },
  )
  const { error, act } = useAct()
  const state = data?.state ?? 'found'
  const isThere = state === 'found' || state === 'changed'
  const { path } = source
  const title = source.title === '' ? kindNames[source.kind] : source.title
  return (
    <Card label={`Found in ${title}`} isPadded={false} className={styles.card}>
      <KindBadge source={source} />
      <div className={styles.middle}>
        <p className={styles.head}>
          <bdi className={styles.title}>{title}</bdi>{' '}
          <bdi className={styles.place}>{placeOf(source, data)}</bdi>
        </p>
        {stateTexts[state] !== null && <p className={styles.state}>{stateTexts[state]}</p>}
        <Quote source={source} view={data} />
      </div>
      <div className={styles.acts}>
        {isThere && path !== null && data?.hasFile !== false && source.kind === 'file' && (
          <IconButton
            icon={FolderOpen}
            aria-label="Show in its folder"
            onPress={() => void act(() => api.call('sources.reveal', { path }))}
          />
        )}
        {isThere && (
          <Button icon={ArrowUpRight} aria-label={`Open ${title}`} onPress={() => onOpen(source)}>
            Open
          </Button>
        )}
      </div>
      {error !== null && <Failure error={error} className={styles.failure} />}
    </Card>
  )
}

function Quote({ source, view }: { readonly source: Source; readonly view: SourceView | undefined }) {
  const isFound = view?.state === 'found' && view.marks.length > 0
  const { text, marks } = isFound ? excerpt(view.text, view.marks) : excerpt(source.quote, [])
  if (text === '') return null
  return (
    <blockquote dir="auto" className={styles.quote} data-selectable="">
      <MarkedText text={text} marks={marks} />
    </blockquote>
  )
}

function KindBadge({ source }: { readonly source: Source }) {
  const ending = /\.([a-z0-9]{1,4})$/i.exec(source.path ?? '')?.[1]
  const text = source.kind === 'file' && ending !== undefined ? ending.toUpperCase() : kindNames[source.kind]
  return <div className={styles.badge}>{text}</div>
}

/** `House · page 1`: the innermost folder or the day, then where in it. Opened, the source says the whole way. */
function placeOf(source: Source, view: SourceView | undefined): string {
  const folder = source.path?.split(/[\\/]/).at(-2) ?? ''
  const place = view === undefined ? (source.kind === 'file' ? folder : '') : view.place.split(' › ').at(-1)
  return [place, view === undefined ? source.location : view.location].filter(Boolean).join(' · ')
}
