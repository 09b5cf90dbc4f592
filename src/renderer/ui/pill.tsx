import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './pill.module.css'

interface PillProps {
  readonly icon?: LucideIcon
  /** Colours the icon only: green for done and local, red for failed. */
  readonly tone?: 'quiet' | 'good' | 'bad'
  /** The icon turns while something runs. */
  readonly isBusy?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A small fact in a round frame: a tool that ran, a kind, a count. Its words say the state, not only its colour. */
export function Pill({ icon, tone = 'quiet', isBusy = false, className, children }: PillProps) {
  return (
    <span className={classNames(styles.pill, styles[tone], isBusy && styles.busy, className)}>
      {icon !== undefined && <Icon of={icon} size={13} />}
      <span className={styles.text}>{children}</span>
    </span>
  )
}
