import type { ReactNode, RefObject } from 'react'
import styles from './marked-text.module.css'

/** Text as it is, with some of it marked. Nothing in it is read as markup. */
export function MarkedText({
  text,
  marks,
  refOfFirst,
}: {
  readonly text: string
  /** In UTF-16 units `[from, to)`, in order; what does not fit in is left out. */
  readonly marks: readonly (readonly [number, number])[]
  readonly refOfFirst?: RefObject<HTMLElement | null>
}) {
  const parts: ReactNode[] = []
  let at = 0
  for (const [from, to] of marks) {
    if (from < at || to <= from || to > text.length) continue
    parts.push(text.slice(at, from))
    parts.push(
      <mark key={from} className={styles.mark} {...(at === 0 && refOfFirst ? { ref: refOfFirst } : {})}>
        {text.slice(from, to)}
      </mark>,
    )
    at = to
  }
  parts.push(text.slice(at))
  return <>{parts}</>
}
