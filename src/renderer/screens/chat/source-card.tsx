import { ArrowUpRight, FolderOpen } from 'lucide-react'
import { useMemo } from 'react'
import type { SourceView } from '../../../shared/contract/sources.ts'
import type { Source } from '../../../shared/turn.ts'
import { useApi, useCall } from '../../api.ts'
import { withDaysInWords } from '../../formats.ts'
import { visibleName } from '../../names.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Failure } from '../../ui/failure.tsx'
import { MarkedText } from '../../ui/marked-text.tsx'
import { Name } from '../../ui/name.tsx'
import { PlaceText } from '../../ui/place-text.tsx'
import { useAct } from './chat-services.ts'
import { excerpt } from './core/excerpt.ts'
import { usedPassages } from './core/used-passages.ts'
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
export function SourceCard({
  source,
  answer,
  onOpen,
}: {
  readonly source: Source
  /** What was written from it. */
  readonly answer: string
  onOpen(source: Source): void
}) {
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
    <Card label={`Found in ${visibleName(title)}`} isPadded={false} className={styles.card}>
      <KindBadge source={source} />
      <div className={styles.middle}>
        <p className={styles.head}>
          <Name of={title} className={styles.title} />{' '}
          <PlaceText
            place={placeText(source, data?.place)}
            path={path}
            location={source.kind === 'event' ? null : (data ?? source).location}
            className={styles.place}
          />
        </p>
        {stateTexts[state] !== null && <p className={styles.state}>{stateTexts[state]}</p>}
        <Quote source={source} view={data} answer={answer} />
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
          <Button
            icon={ArrowUpRight}
            aria-label={`Open ${visibleName(title)}`}
            onPress={() => onOpen(source)}
          >
            Open
          </Button>
        )}
      </div>
      {error !== null && <Failure error={error} className={styles.failure} />}
    </Card>
  )
}

/** Verbatim, with the sentences marked that the answer took its facts from; none where that cannot be told. */
function Quote({
  source,
  view,
  answer,
}: {
  readonly source: Source
  readonly view: SourceView | undefined
  readonly answer: string
}) {
  const { text, marks } = useMemo(() => {
    const isFound = view?.state === 'found' && view.marks.length > 0
    const text = isFound ? view.text : source.quote
    const quoted = isFound ? view.marks : [[0, source.quote.length] as const]
    const used = usedPassages(text, quoted, answer)
    if (used.length > 0) return excerpt(text, used)
    return { ...excerpt(text, quoted), marks: [] }
  }, [source.quote, view, answer])
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

/** Until main has said more, the folder. Days are said in words but in the name of a folder, and an event's line has its own. */
function placeText({ kind, path }: Source, place: string | undefined): string {
  if (kind === 'file') return place ?? path?.split(/[\\/]/).at(-2) ?? ''
  return withDaysInWords(place ?? '')
}
