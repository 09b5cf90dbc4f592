import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import type { ReportItem } from '../../../shared/contract/files.ts'
import { CallError, useApi, useCall } from '../../api.ts'
import { number } from '../../formats.ts'
import { visibleName } from '../../names.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { List } from '../../ui/list.tsx'
import { Name } from '../../ui/name.tsx'
import { PlaceText } from '../../ui/place-text.tsx'
import { showToast } from '../../ui/toast.ts'
import { Waiting } from '../../ui/waiting.tsx'
import styles from './files-screen.module.css'

const fewItems = 8
const manyItems = 500

/** What could not be read, and what was left out on purpose, each with its reason. Nothing when there is none. */
export function LeftOut() {
  return (
    <>
      <Part state="failed" title="Could not be read" />
      <Part state="skipped" title="Left out" />
    </>
  )
}

function Part({ state, title }: { readonly state: ReportItem['state']; readonly title: string }) {
  const [limit, setLimit] = useState(fewItems)
  const report = useCall(
    'files.report',
    { state, limit },
    { topics: ['files', 'grants'], keepsPrevious: true },
  )
  if (report.isPending) return <Waiting>Looking up what was left out</Waiting>
  if (report.isError)
    return (
      <Failure
        what="What was left out could not be listed"
        error={report.error}
        onRetry={() => void report.refetch()}
      />
    )
  const { items, total } = report.data
  if (total === 0) return null
  const rest = total - items.length
  return (
    <section aria-label={title}>
      <div className={styles.sectionHead}>
        <h2>
          {title} <span className={styles.count}>{number(total)}</span>
        </h2>
      </div>
      <List label={title} items={items} idOf={keyOf} nameOf={(item) => visibleName(item.name)}>
        {(item) => <ItemRow item={item} />}
      </List>
      {rest > 0 &&
        (limit === fewItems ? (
          <Button variant="ghost" onPress={() => setLimit(manyItems)}>
            {number(rest)} more
          </Button>
        ) : (
          <p className={styles.state}>and {number(rest)} more</p>
        ))}
    </section>
  )
}

const keyOf = (item: ReportItem) => `${item.state} ${item.path} ${item.reason}`

function ItemRow({ item }: { readonly item: ReportItem }) {
  const api = useApi()
  const reveal = async () => {
    try {
      await api.call('sources.reveal', { path: item.path })
    } catch (error) {
      showToast({ text: error instanceof CallError ? error.message : 'That did not work.', isBad: true })
    }
  }
  return (
    <div className={styles.item}>
      <span className={styles.folderWords}>
        <span className={styles.name}>
          <Name of={item.name} /> <PlaceText place={item.place} path={item.path} className={styles.place} />
        </span>
        <span className={item.state === 'failed' ? styles.bad : styles.state}>{sentence(item.reason)}</span>
      </span>
      {item.isFile && (
        <IconButton
          icon={FolderOpen}
          aria-label={`Show ${visibleName(item.name)} in its folder`}
          onPress={() => void reveal()}
        />
      )}
    </div>
  )
}

function sentence(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1)
}
