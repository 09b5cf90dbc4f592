import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './section.module.css'

/** Settings that belong together, under a heading, with what they mean. */
export function Section({
  title,
  about,
  action,
  children,
}: {
  readonly title: string
  readonly about?: ReactNode
  /** A button beside the heading. */
  readonly action?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <section aria-label={title} className={styles.section}>
      <div className={styles.head}>
        <div>
          <h2>{title}</h2>
          {about !== undefined && <p className={styles.about}>{about}</p>}
        </div>
        {action}
      </div>
      {children !== undefined && <div className={styles.rows}>{children}</div>}
    </section>
  )
}

/** One line of a section: what it is at the left, its control at the right. */
export function Row({
  name,
  about,
  icon,
  isWide = false,
  children,
}: {
  readonly name: ReactNode
  readonly about?: ReactNode
  readonly icon?: ReactNode
  /** The control stands below the words where there is little room. */
  readonly isWide?: boolean
  readonly children?: ReactNode
}) {
  return (
    <div className={classNames(styles.row, isWide && styles.wide)}>
      {icon}
      <div className={styles.words}>
        <div className={styles.name}>{name}</div>
        {about !== undefined && <p className={styles.about}>{about}</p>}
      </div>
      {children !== undefined && <div className={styles.control}>{children}</div>}
    </div>
  )
}
