import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './first-run-screen.module.css'

/** One of the three: a number that becomes a tick, what it is about, what to do, and how it goes on. */
export function Step({
  number,
  title,
  isDone,
  facts,
  acts,
  children,
}: {
  readonly number: number
  readonly title: string
  readonly isDone: boolean
  readonly facts: ReactNode
  readonly acts?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <li className={styles.step}>
      <span className={classNames(styles.number, isDone && styles.done)} aria-hidden="true">
        {isDone ? <Icon of={Check} size={14} /> : number}
      </span>
      <div className={styles.words}>
        <h2>
          {title}
          {isDone && <span className={styles.hidden}> (done)</span>}
        </h2>
        <p className={styles.facts}>{facts}</p>
      </div>
      {acts !== undefined && <div className={styles.acts}>{acts}</div>}
      {children !== undefined && <div className={styles.more}>{children}</div>}
    </li>
  )
}
