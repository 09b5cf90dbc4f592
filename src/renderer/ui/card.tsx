import type { ReactNode } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

/** Raised paper: something that can be picked up by itself, such as a source or a skill. */
export function Card({
  label,
  isPadded = true,
  className,
  children,
}: {
  /** With it the card is a named group. */
  readonly label?: string
  readonly isPadded?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const classes = classNames(styles.card, isPadded && styles.padded, className)
  if (label === undefined) return <div className={classes}>{children}</div>
  return (
    <section aria-label={label} className={classes}>
      {children}
    </section>
  )
}
