import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import type { FileHit, Folder, Scan } from '../../../shared/contract/files.ts'
import { useCall } from '../../api.ts'
import { countText } from '../../formats.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Screen } from '../../ui/screen.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { SourcePanel } from '../source/source-panel.tsx'
import styles from './files-screen.module.css'
import { FolderList } from './folder-list.tsx'
import { HitList } from './hit-list.tsx'
import { LeftOut } from './left-out.tsx'
import { useFolderActs } from './use-folder-acts.ts'
import { useScan } from './use-scan.ts'

/** The folders Pixie may read, what it made of them, and finding something in them. */
export function FilesScreen(_props: object) {
  const [query, setQuery] = useState('')
  const [shown, setShown] = useState<FileHit['source'] | null>(null)
  const folders = useCall('files.folders', {}, { topics: ['files', 'grants'] })
  const acts = useFolderActs()
  const scan = useScan(folders.data?.scan)
  const panel = shown && <SourcePanel key={shown.id} source={shown} onClose={() => setShown(null)} />
  const hasFolders = folders.data !== undefined && folders.data.folders.length > 0
  return (
    <Screen
      title="Files"
      subtitle={hasFolders ? totals(folders.data.folders) : undefined}
      isColumn
      actions={
        hasFolders && (
          <Button icon={FolderPlus} onPress={() => void acts.grant()}>
            Add folder…
          </Button>
        )
      }
      {...(panel === null ? {} : { inspector: panel, inspectorLabel: 'The file' })}
    >
      <div className={styles.parts}>
        {folders.isPending && <Waiting>Looking up the folders</Waiting>}
        {folders.isError && (
          <Failure
            what="The folders could not be listed"
            error={folders.error}
            onRetry={() => void folders.refetch()}
          />
        )}
        {acts.error !== null && (
          <Failure error={acts.error} onRetry={() => void acts.grant()} retryLabel="Choose another folder…" />
        )}
        {folders.isSuccess &&
          (hasFolders ? (
            <>
              <SearchField label="Search your files" value={query} onChange={setQuery} />
              {query.trim() === '' ? (
                <Folders folders={folders.data.folders} scan={scan} acts={acts} />
              ) : (
                <HitList query={query} selected={shown?.id ?? null} onOpen={(hit) => setShown(hit.source)} />
              )}
            </>
          ) : (
            <NoFolder onAdd={() => void acts.grant()} />
          ))}
      </div>
    </Screen>
  )
}

function Folders({
  folders,
  scan,
  acts,
}: {
  readonly folders: readonly Folder[]
  readonly scan: Scan
  readonly acts: ReturnType<typeof useFolderActs>
}) {
  return (
    <>
      {scan.error !== null && (
        <Failure
          what="Reading the folders stopped"
          error={scan.error}
          onRetry={() => void acts.scan()}
          retryLabel="Go on"
        />
      )}
      <FolderList folders={folders} scan={scan} acts={acts} />
      <LeftOut />
    </>
  )
}

function NoFolder({ onAdd }: { onAdd(): void }) {
  return (
    <EmptyState
      icon={FolderPlus}
      title="No folder yet"
      action={
        <Button variant="solid" icon={FolderPlus} onPress={onAdd}>
          Add folder…
        </Button>
      }
    >
      Choose a folder Pixie may read, such as Documents. It only reads, nothing leaves this computer, and you
      can take the folder back at any time.
    </EmptyState>
  )
}

function totals(folders: readonly Folder[]): string {
  const files = folders.reduce((sum, folder) => sum + folder.indexed, 0)
  return `${countText(files, 'file')} read in ${countText(folders.length, 'folder')}`
}
