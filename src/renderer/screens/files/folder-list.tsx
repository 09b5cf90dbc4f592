import { Folder as FolderIcon, FolderMinus, RefreshCw, Square } from 'lucide-react'
import type { Folder, Scan } from '../../../shared/contract/files.ts'
import { countText, inSentence, momentInWords, number } from '../../formats.ts'
import { visibleName } from '../../names.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { List } from '../../ui/list.tsx'
import { Name } from '../../ui/name.tsx'
import { PlaceText } from '../../ui/place-text.tsx'
import { useToday } from '../../use-today.ts'
import styles from './files-screen.module.css'
import type { FolderActs } from './use-folder-acts.ts'

/** The granted folders, each with what was made of it and how it stands. */
export function FolderList({
  folders,
  scan,
  acts,
}: {
  readonly folders: readonly Folder[]
  readonly scan: Scan
  readonly acts: FolderActs
}) {
  return (
    <section aria-label="Folders Pixie may read">
      <div className={styles.sectionHead}>
        <h2>Folders Pixie may read</h2>
        {scan.isRunning ? (
          <IconButton icon={Square} size={14} aria-label="Stop reading" onPress={() => void acts.cancel()} />
        ) : (
          <IconButton
            icon={RefreshCw}
            size={14}
            aria-label="Look for new files now"
            onPress={() => void acts.scan()}
          />
        )}
      </div>
      <List
        label="Folders Pixie may read"
        items={folders}
        idOf={(folder) => folder.path}
        nameOf={(folder) => visibleName(folder.name)}
      >
        {(folder) => (
          <div className={styles.folder}>
            <Icon of={FolderIcon} className={styles.folderIcon} />
            <span className={styles.folderWords}>
              <span className={styles.name}>
                <Name of={folder.name} />{' '}
                <PlaceText place={folder.place} path={folder.path} className={styles.place} />
              </span>
              <FolderState folder={folder} scan={scan} />
            </span>
            <IconButton
              icon={FolderMinus}
              aria-label={`Take ${visibleName(folder.name)} back`}
              onPress={() => void acts.revoke(folder)}
            />
          </div>
        )}
      </List>
    </section>
  )
}

function FolderState({ folder, scan }: { readonly folder: Folder; readonly scan: Scan }) {
  const { nowMs, zone } = useToday()
  if (scan.isRunning && scan.folder === folder.path)
    return (
      <span className={styles.state}>
        Reading… {countText(scan.seen, 'file')}
        {scan.name === '' ? '' : ` · ${visibleName(scan.name)}`}
      </span>
    )
  const read = counts(folder)
  switch (folder.state) {
    case 'gone':
      return (
        <span className={styles.bad}>Not there now. What was read of it stays until you take it back.</span>
      )
    case 'waiting':
      return <span className={styles.state}>Waits its turn · {read}</span>
    case 'unfinished':
      return <span className={styles.state}>Not read to its end yet · {read}</span>
    case 'reading':
    case 'ready':
      return (
        <span className={styles.state}>
          {read}
          {folder.readAtMs !== null && ` · read ${inSentence(momentInWords(folder.readAtMs, nowMs, zone))}`}
        </span>
      )
    default:
      return folder.state satisfies never
  }
}

function counts({ indexed, skipped, failed }: Folder): string {
  const parts = [`${number(indexed)} read`]
  if (skipped > 0) parts.push(`${number(skipped)} left out`)
  if (failed > 0) parts.push(`${number(failed)} could not be read`)
  return parts.join(', ')
}
