import type { SkillCheck } from '../../../shared/contract/skills.ts'
import { countText } from '../../formats.ts'
import { TextArea } from '../../ui/text-field.tsx'
import styles from './skills.module.css'

interface SummaryFieldProps {
  readonly value: string
  readonly check: SkillCheck | null
  onChange(summary: string): void
}

/** The one-liner that the planner chooses by, with what it costs and what makes it a bad one. */
export function SummaryField({ value, check, onChange }: SummaryFieldProps) {
  return (
    <TextArea
      label="Summary"
      value={value}
      onChange={onChange}
      rows={2}
      inputClassName={styles.summaryInput}
      placeholder="When should the agent reach for it?"
      foot={
        <>
          Shown in the planner menu so the agent knows when to reach for this skill.
          {check !== null && (
            <span className={styles.number}>
              {' '}
              {countOf(check.summary.lines, 'line')}, {check.price.isExact ? '' : '~'}
              {countOf(check.summary.tokens, 'token')}
            </span>
          )}
          {check?.summary.warnings.map((warning) => (
            <span key={warning} className={styles.warning}>
              {warning}
            </span>
          ))}
        </>
      }
    />
  )
}

function countOf(count: number, what: string): string {
  return countText(count, what)
}
