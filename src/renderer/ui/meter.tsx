import { Meter as AriaMeter } from 'react-aria-components'
import { number } from '../formats.ts'
import { classNames } from './class-names.ts'
import styles from './meter.module.css'

export interface MeterPart {
  readonly label: string
  /** In the unit of `whole`. */
  readonly value: number
  /** Which of the five colours of parts. */
  readonly part: 1 | 2 | 3 | 4 | 5
}

interface MeterProps {
  /** What is measured. */
  readonly label: string
  /** What the values add up to when it is full. */
  readonly whole: number
  readonly parts: readonly MeterPart[]
  /** In words, for those who do not see it: "149 of 4,096 tokens". */
  readonly text: string
  /** Names and numbers of the parts under it. */
  readonly hasLegend?: boolean
  readonly className?: string | undefined
}

/** How much of something is used, and by what. */
export function Meter({ label, whole, parts, text, hasLegend = false, className }: MeterProps) {
  const used = parts.reduce((sum, part) => sum + part.value, 0)
  const scale = Math.max(whole, used, 1)
  return (
    <div className={classNames(styles.place, className)}>
      <AriaMeter
        aria-label={label}
        maxValue={Math.max(whole, 1)}
        value={Math.min(used, whole)}
        valueLabel={text}
        className={styles.meter ?? ''}
      >
        {parts.map((part) => (
          <i
            key={part.label}
            data-part={part.part}
            className={styles.part}
            style={{ width: `${(100 * part.value) / scale}%` }}
          />
        ))}
      </AriaMeter>
      {hasLegend && (
        <ul className={styles.legend}>
          {parts.map((part) => (
            <li key={part.label}>
              <i data-part={part.part} className={styles.key} />
              {part.label} <span className={styles.number}>{number(part.value)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
