import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { visibleName } from '../names.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './failure.module.css'
import { Icon } from './icon.tsx'

interface FailureProps {
  /** What Pixie refused or could not do: a `CallError`, or the same words from elsewhere. */
  readonly error: { readonly message: string; readonly hint?: string }
  /** What was being done, when the error alone does not say it: "The notes could not be read". */
  readonly what?: string
  readonly onRetry?: (() => void) | undefined
  readonly retryLabel?: string
  /** Further buttons. */
  readonly actions?: ReactNode
  readonly className?: string | undefined
}

/** What failed, why, and what to do now, in the place where it happened. Said to screen readers at once. */
export function Failure({
  error,
  what,
  onRetry,
  retryLabel = 'Try again',
  actions,
  className,
}: FailureProps) {
  const hint = error.hint ?? ''
  return (
    <div role="alert" className={classNames(styles.failure, className)}>
      <Icon of={CircleAlert} className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.what}>{withDot(visibleName(what ?? error.message))}</p>
        {what !== undefined && <p>{withDot(visibleName(error.message))}</p>}
        {hint !== '' && <p className={styles.hint}>{visibleName(hint)}</p>}
      </div>
      {(onRetry !== undefined || actions !== undefined) && (
        <div className={styles.actions}>
          {actions}
          {onRetry !== undefined && <Button onPress={onRetry}>{retryLabel}</Button>}
        </div>
      )}
    </div>
  )
}

function withDot(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}
