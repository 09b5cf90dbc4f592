import { CalendarDays, CalendarX, Folder } from 'lucide-react'
import { useState } from 'react'
import type { CalendarSource } from '../../../shared/contract/calendar.ts'
import { useCall } from '../../api.ts'
import { countText, number } from '../../formats.ts'
import { visibleName } from '../../names.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { List } from '../../ui/list.tsx'
import { Name } from '../../ui/name.tsx'
import { PlaceText } from '../../ui/place-text.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import styles from './calendar-screen.module.css'
import { type CalendarActs, events } from './use-calendar-acts.ts'

/** Which calendars Pixie reads, and what of them it could not. */
export function CalendarSources({
  sources,
  acts,
}: {
  readonly sources: readonly CalendarSource[]
  readonly acts: CalendarActs
}) {
  const unreadable = sources.reduce((sum, source) => sum + source.unreadable, 0)
  return (
    <section aria-label="Calendars Pixie reads" className={styles.sources}>
      <h2 className={styles.head}>Calendars Pixie reads</h2>
      <List
        label="Calendars Pixie reads"
        items={sources}
        idOf={(source) => source.path}
        nameOf={(source) => visibleName(source.name)}
      >
        {(source) => (
          <div className={styles.source}>
            <Icon of={source.isFolder ? Folder : CalendarDays} className={styles.icon} />
            <span className={styles.sourceWords}>
              <span className={styles.title}>
                <Name of={source.name} />{' '}
                <PlaceText place={source.place} path={source.path} className={styles.where} />
              </span>
              <span className={source.isMissing ? styles.bad : styles.where}>{stateOf(source)}</span>
            </span>
            <IconButton
              icon={CalendarX}
              aria-label={`Remove ${visibleName(source.name)}`}
              onPress={() => void acts.remove(source)}
            />
          </div>
        )}
      </List>
      {unreadable > 0 && <Unreadable count={unreadable} />}
    </section>
  )
}

function stateOf(source: CalendarSource): string {
  if (source.isMissing) return 'Not there now: shown as it was last read'
  const files = source.isFolder ? ` in ${countText(source.files, 'file')}` : ''
  const doubt = source.unreadable === 0 ? '' : `, ${source.unreadable} unreadable or in doubt`
  return `${events(source.events)}${files}${doubt}`
}

function Unreadable({ count }: { readonly count: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide' : 'Show'} what could not be read ({number(count)})
      </Button>
      {isOpen && <Faults />}
    </>
  )
}

function Faults() {
  const report = useCall('calendar.report', {}, { topics: ['calendar'] })
  if (report.isPending) return <Waiting>Looking up what could not be read</Waiting>
  if (report.isError) return <Failure error={report.error} onRetry={() => void report.refetch()} />
  return (
    <ul aria-label="What could not be read" className={styles.faults}>
      {report.data.map(({ file, line, reason }) => (
        <li key={`${file} ${line} ${reason}`}>
          <span className={styles.title}>{line === null ? file : `${file}, line ${line}`}</span>
          <span className={styles.where}>{reason}</span>
        </li>
      ))}
    </ul>
  )
}
