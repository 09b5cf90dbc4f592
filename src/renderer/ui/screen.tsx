import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './screen.module.css'

interface ScreenProps {
  /** The main heading; gets the focus when the window goes to this screen. */
  readonly title: string
  /** A few words beside the title. Goes first when there is no room. */
  readonly subtitle?: ReactNode
  /** Left of the title: the way back. */
  readonly lead?: ReactNode
  /** How its work stands, or why it cannot be saved. Below the bar's first line where the screen is narrow. */
  readonly status?: ReactNode
  /** Buttons right in the bar. */
  readonly actions?: ReactNode
  /** 300 px at the right; below the main part where the window is narrow. Scrolls by itself. */
  readonly inspector?: ReactNode
  readonly inspectorLabel?: string
  /** Stays under the scrolled part: a composer, a meter, what cannot be saved. */
  readonly foot?: ReactNode
  /** The body neither scrolls nor has a margin: the screen lays it out itself. */
  readonly isBare?: boolean
  /** Keeps text to the reading column. */
  readonly isColumn?: boolean
  readonly bodyClassName?: string | undefined
  readonly children?: ReactNode
}

/** What every screen is made of: the bar with its title and acts, the part that scrolls, and an inspector. */
export function Screen({
  title,
  subtitle,
  lead,
  status,
  actions,
  inspector,
  inspectorLabel = 'Details',
  foot,
  isBare = false,
  isColumn = false,
  bodyClassName,
  children,
}: ScreenProps) {
  return (
    <div className={styles.screen}>
      <header
        className={classNames(styles.bar, status !== undefined && styles.withStatus)}
        data-window-bar=""
      >
        {lead !== undefined && <div className={classNames(styles.group, styles.lead)}>{lead}</div>}
        <h1 tabIndex={-1} data-main-heading="" className={styles.title} title={title}>
          {title}
        </h1>
        {subtitle !== undefined && <span className={styles.subtitle}>{subtitle}</span>}
        <span className={styles.space} />
        {status !== undefined && <div className={styles.status}>{status}</div>}
        {actions !== undefined && <div className={styles.group}>{actions}</div>}
      </header>
      <div className={classNames(styles.parts, inspector !== undefined && styles.withInspector)}>
        <div className={styles.main}>
          <div className={classNames(isBare ? styles.bare : styles.body, bodyClassName)}>
            {isColumn ? <div className={styles.column}>{children}</div> : children}
          </div>
          {foot !== undefined && <div className={styles.foot}>{foot}</div>}
        </div>
        {inspector !== undefined && (
          <aside aria-label={inspectorLabel} className={styles.inspector}>
            {inspector}
          </aside>
        )}
      </div>
    </div>
  )
}
