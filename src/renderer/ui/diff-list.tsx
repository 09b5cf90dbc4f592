import type { DiffLine } from '../../shared/diff.ts'
import styles from './diff-list.module.css'

const signs: Readonly<Record<DiffLine['kind'], string>> = { same: '', added: '+', removed: '−' }

/** Two texts, line against line. `from` and `to` are what a screen reader calls them. */
export function DiffList({
  lines,
  from,
  to,
}: {
  readonly lines: readonly DiffLine[]
  readonly from: string
  readonly to: string
}) {
  const words = { same: 'Same', removed: from, added: to }
  return (
    <ol aria-label="Differences" className={styles.diff} data-selectable="">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand at several places
        <li key={index} data-kind={line.kind}>
          <span aria-hidden="true" className={styles.sign}>
            {signs[line.kind]}
          </span>
          <span className={styles.unseen}>{words[line.kind]}: </span>
          <span>{line.text === '' ? '\u00a0' : line.text}</span>
        </li>
      ))}
    </ol>
  )
}
