import type { ReactNode, RefObject } from 'react'
import styles from './marked-text.module.css'

/** Text as it is, with some of it marked. Nothing in it is read as markup. */
export function MarkedText({
  text,
  marks,
  refOfFirst,
}: {
  readonly text: string
  /** In UTF-16 units `[from, to)`, in any order; those that overlap or leave the text are cut to what is left of them. */
  readonly marks: readonly (readonly [number, number])[]
  readonly refOfFirst?: RefObject<HTMLElement | null>
}) {
  const parts: ReactNode[] = []
  let at = 0
  let ref = refOfFirst
  for (const [from, to] of [...marks].sort((a, b) => a[0] - b[0])) {
    const start = Math.max(at, from)
    const end = Math.min(to, text.length)
    if (end <= start) continue
    parts.push(text.slice(at, start))
    parts.push(
      <mark key={start} className={styles.mark} {...(ref === undefined ? {} : { ref })}>
        {text.slice(start, end)}
      </mark>,
    )
    ref = undefined
    at = end
  }
  parts.push(text.slice(at))
  return <>{parts}</>
}
