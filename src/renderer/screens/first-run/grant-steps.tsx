import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Folder, Scan } from '../../../shared/contract/files.ts'
import { type CallError, useApi, useCall } from '../../api.ts'
import { countText, listText } from '../../formats.ts'
import { visibleName } from '../../names.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Menu } from '../../ui/menu.tsx'
import styles from './first-run-screen.module.css'
import { Step } from './step.tsx'

/** Which folders Pixie may read, and how far it is with reading them. */
export function FoldersStep({ isNext }: { readonly isNext: boolean }) {
  const api = useApi()
  const { data } = useCall('files.folders', {}, { topics: ['grants', 'files'] })
  const [latest, setLatest] = useState<Scan | null>(null)
  useEffect(() => api.on('files.progress', setLatest), [api])
  const grant = useMutation<unknown, CallError>({ mutationFn: () => api.call('files.grant', {}) })
  const folders = data?.folders ?? []
  const scan = latest ?? data?.scan ?? null
  return (
    <Step
      number={2}
      title="Folders Pixie may read"
      isDone={folders.length > 0}
      facts={
        folders.length === 0
          ? 'Read only. Nothing is moved, changed or fetched from the cloud.'
          : folderFacts(folders, scan)
      }
      acts={
        <Button
          variant={isNext ? 'solid' : 'plain'}
          isDisabled={grant.isPending}
          onPress={() => grant.mutate()}
        >
          {folders.length === 0 ? 'Choose folders…' : 'Add another…'}
        </Button>
      }
    >
      {grant.error !== null && <Failure error={grant.error} />}
      {scan?.isRunning === true && (
        <p className={styles.facts} role="status">
          Reading… {countText(scan.seen, 'file')} so far
        </p>
      )}
      {scan?.error != null && <Failure error={scan.error} />}
    </Step>
  )
}

/** `Documents and House · 214 files read`. */
function folderFacts(folders: readonly Folder[], scan: Scan | null): string {
  const names = listText(folders.map(({ name }) => visibleName(name)))
  const read = folders.reduce((sum, { indexed }) => sum + indexed, 0)
  if (read === 0 && scan?.isRunning === true) return names
  return `${names} · ${countText(read, 'file')} read`
}

/** Calendars, as files or folders of them. */
export function CalendarStep({ here }: { readonly here: string }) {
  const api = useApi()
  const { data } = useCall('calendar.sources', {}, { topics: ['calendar'] })
  const add = useMutation<unknown, CallError, 'file' | 'folder'>({
    mutationFn: (what) => api.call('calendar.add', { what }),
  })
  const sources = data ?? []
  const events = sources.reduce((sum, source) => sum + source.events, 0)
  return (
    <Step
      number={3}
      title="Your calendar"
      isDone={sources.length > 0}
      facts={
        sources.length === 0
          ? `A file that ends in .ics, or a folder of them, on ${here}.`
          : `${listText(sources.map(({ name }) => visibleName(name)))} · ${countText(events, 'event')}`
      }
      acts={
        <Menu
          label="Add a calendar"
          trigger={<Button isDisabled={add.isPending}>Add…</Button>}
          items={[
            { id: 'file', label: 'Calendar file…', onAction: () => add.mutate('file') },
            { id: 'folder', label: 'Folder of calendars…', onAction: () => add.mutate('folder') },
          ]}
        />
      }
    >
      {add.error !== null && <Failure error={add.error} />}
    </Step>
  )
}
