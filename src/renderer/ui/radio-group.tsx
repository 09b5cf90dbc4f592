import type { ReactNode } from 'react'
import { RadioGroup as AriaRadioGroup, Label, Radio } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './radio-group.module.css'

export interface Choice<V extends string> {
  readonly value: V
  readonly label: string
  readonly foot?: ReactNode
  readonly isDisabled?: boolean
}

interface RadioGroupProps<V extends string> {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly value: V
  onChange(value: V): void
  readonly choices: readonly Choice<V>[]
  /** `list`: below one another, with a line for each. `segments`: two to four words side by side. */
  readonly look?: 'list' | 'segments'
  readonly isDisabled?: boolean
  readonly className?: string | undefined
}

/** Exactly one of a few, all of them in sight. */
export function RadioGroup<V extends string>({
  label,
  isLabelHidden = false,
  value,
  onChange,
  choices,
  look = 'list',
  isDisabled = false,
  className,
}: RadioGroupProps<V>) {
  return (
    <AriaRadioGroup
      {...(isLabelHidden ? { 'aria-label': label } : {})}
      value={value}
      onChange={(chosen) => onChange(chosen as V)} // only the values of `choices` are offered
      isDisabled={isDisabled}
      orientation={look === 'list' ? 'vertical' : 'horizontal'}
      className={classNames(styles.group, className)}
    >
      {!isLabelHidden && <Label className={styles.label ?? ''}>{label}</Label>}
      <div className={look === 'list' ? styles.list : styles.segments}>
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            value={choice.value}
            isDisabled={choice.isDisabled ?? false}
            className={(look === 'list' ? styles.radio : styles.segment) ?? ''}
          >
            {look === 'list' && <span className={styles.dot} />}
            <span className={styles.text}>
              {choice.label}
              {choice.foot !== undefined && <span className={styles.foot}>{choice.foot}</span>}
            </span>
          </Radio>
        ))}
      </div>
    </AriaRadioGroup>
  )
}
