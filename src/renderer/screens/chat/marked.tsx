import type { Part } from './core/excerpt.ts'
import styles from './turn.module.css'

/** Text with its marked parts. */
export function Marked({ parts }: { readonly parts: readonly Part[] }) {
  return parts.map(({ text, isMarked }, index) =>
    isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts stand in one order
      <mark key={index} className={styles.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
