import {
  Brain,
  CalendarDays,
  Check,
  CircleAlert,
  Clock,
  FileText,
  type LucideIcon,
  Minus,
  NotebookText,
} from 'lucide-react'
import type { Pill as PillOfRun } from '../../../shared/run-event.ts'
import { withDaysInWords } from '../../formats.ts'
import { visibleName } from '../../names.ts'
import { Pill } from '../../ui/pill.tsx'
import styles from './turn.module.css'

const icons: Readonly<Record<PillOfRun['label'], LucideIcon>> = {
  Notebook: NotebookText,
  Files: FileText,
  Memory: Brain,
  Date: Clock,
  Calendar: CalendarDays,
}

/** Where was looked, in the order of the calls, and how it went: in words and by icon, not by colour alone. */
export function RunPills({
  pills,
  isLive,
}: {
  readonly pills: readonly PillOfRun[]
  readonly isLive: boolean
}) {
  if (pills.length === 0) return null
  return (
    <ul aria-label="Where Pixie looked" className={styles.pills}>
      {pills.map((pill) => (
        <li key={pill.step}>
          <OnePill pill={pill} isLive={isLive} />
        </li>
      ))}
    </ul>
  )
}

function OnePill({
  pill: { label, state, detail },
  isLive,
}: {
  readonly pill: PillOfRun
  readonly isLive: boolean
}) {
  const isOfDays = label === 'Date' || label === 'Calendar'
  const more = detail === '' ? '' : ` · ${isOfDays ? withDaysInWords(detail) : visibleName(detail)}`
  switch (state) {
    case 'running':
      return isLive ? (
        <Pill icon={icons[label]} isBusy>
          {label}…
        </Pill>
      ) : (
        <Pill icon={Minus}>{label} · not finished</Pill>
      )
    case 'done':
      return (
        <Pill icon={Check} tone="good">
          {label}
          <span className={styles.hidden}>, done</span>
          {more}
        </Pill>
      )
    case 'nothing':
      return (
        <Pill icon={Minus}>
          {label} · nothing found{detail === '' || /nothing|none|no /i.test(detail) ? '' : more}
        </Pill>
      )
    case 'failed':
      return (
        <Pill icon={CircleAlert} tone="bad">
          {label} · failed{more}
        </Pill>
      )
  }
}
