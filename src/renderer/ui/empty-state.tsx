import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Icon } from './icon.tsx'

/** What stands where a list has nothing: why, and the one thing to do next. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  readonly icon?: LucideIcon
  readonly title: string
  /** A sentence or two. */
  readonly children?: ReactNode
  /** One button. */
  readonly action?: ReactNode
}) {
  return (
    <div className={styles.empty}>
      {icon !== undefined && <Icon of={icon} size={24} className={styles.icon} />}
      <h2 className={styles.title}>{title}</h2>
      {children !== undefined && <p className={styles.text}>{children}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
