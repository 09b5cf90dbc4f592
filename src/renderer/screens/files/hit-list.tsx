import { AudioLines, FileText, Image, type LucideIcon, Mail, Presentation, Sheet, Video } from 'lucide-react'
import type { FileHit } from '../../../shared/contract/files.ts'
import { useCall } from '../../api.ts'
import { visibleName } from '../../names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { List } from '../../ui/list.tsx'
import { Name } from '../../ui/name.tsx'
import { PlaceText } from '../../ui/place-text.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import styles from './files-screen.module.css'

const limit = 60

const icons: Readonly<Record<string, LucideIcon>> = {
  photo: Image,
  recording: AudioLines,
  video: Video,
  mail: Mail,
  sheet: Sheet,
  slides: Presentation,
}

/** Files found, best first, each with where it lies and why it was found. */
export function HitList({
  query,
  selected,
  onOpen,
}: {
  readonly query: string
  /** Id of the source that is shown. */
  readonly selected: string | null
  onOpen(hit: FileHit): void
}) {
  const found = useCall(
    'files.search',
    { query, limit },
    { topics: ['files', 'grants'], keepsPrevious: true },
  )
  if (found.isPending) return <Waiting>Searching your files</Waiting>
  if (found.isError)
    return <Failure what="The search did not work" error={found.error} onRetry={() => void found.refetch()} />
  if (found.data.length === 0)
    return (
      <EmptyState icon={FileText} title="No file has these words">
        Try other words for it, or part of its name.
      </EmptyState>
    )
  return (
    <List
      label="Files found"
      items={found.data}
      idOf={(hit) => hit.source.id}
      nameOf={(hit) => visibleName(hit.name)}
      selected={selected}
      onOpen={onOpen}
    >
      {(hit) => (
        <div className={styles.hit}>
          <Icon of={icons[hit.kind] ?? FileText} className={styles.folderIcon} />
          <span className={styles.folderWords}>
            <span className={styles.name}>
              <Name of={hit.name} />{' '}
              <PlaceText place={hit.place} path={hit.source.path} className={styles.place} />
            </span>
            {hit.source.quote !== '' && <span className={styles.quote}>{hit.source.quote}</span>}
            <bdi className={styles.state}>{hit.reason}</bdi>
          </span>
        </div>
      )}
    </List>
  )
}
