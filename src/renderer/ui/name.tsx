import { nameParts } from '../names.ts'
import styles from './name.module.css'

/** A name that others chose: it keeps to itself, and what would turn its direction is seen. */
export function Name({ of, className }: { readonly of: string; readonly className?: string | undefined }) {
  return (
    <bdi className={className}>
      {nameParts(of).map((part, place) =>
        place % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never move
          <small key={place} className={styles.sign}>
            {part}
          </small>
        ),
      )}
    </bdi>
  )
}
