import type { MemoryLine } from '../../../shared/contract/memory.ts'
import { dayInWords, timeText } from '../../formats.ts'
import { MarkedText } from '../../ui/marked-text.tsx'
import { useToday } from '../../use-today.ts'
import { memoryKindNames } from './kinds.ts'
import styles from './memory-screen.module.css'

/** A line as it was said: when and by whom at the left, the words beside it. */
export function LineRow({ line, isDated }: { readonly line: MemoryLine; readonly isDated: boolean }) {
  const { today } = useToday()
  const day = isDated ? `${dayInWords(line.at.slice(0, 10), today)}, ` : ''
  return (
    <div className={styles.row}>
      <span className={styles.meta}>
        <bdi className={styles.who}>{line.who ?? memoryKindNames[line.kind]}</bdi>
        <span className={styles.when}>
          {day}
          {timeText(line.at)}
          {line.who === null ? '' : ` · ${memoryKindNames[line.kind]}`}
        </span>
      </span>
      <span className={styles.text}>
        <MarkedText text={line.text} marks={line.marks} />
        {line.isExcerpt && ' …'}
      </span>
    </div>
  )
}
