import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ChatMessage } from '../../../shared/contract/conversations.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './turn.module.css'

/** ‹ 2/3 ›: earlier ways a question was asked, or answered. Nothing for a single one. */
export function VersionSwitch({
  version,
  what,
  onStep,
}: {
  readonly version: ChatMessage['version']
  readonly what: 'question' | 'answer'
  onStep(by: -1 | 1): void
}) {
  const { number, count } = version
  if (count < 2) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <span role="group" aria-label={`Versions of this ${what}`} className={styles.versions}>
      <IconButton
        icon={ChevronLeft}
        size={14}
        aria-label={`Earlier ${what}`}
        isDisabled={number <= 1}
        onPress={() => onStep(-1)}
      />
      <span className={styles.number}>
        <span aria-hidden="true">
          {number}/{count}
        </span>
        <span className={styles.hidden}>
          {number} of {count}
        </span>
      </span>
      <IconButton
        icon={ChevronRight}
        size={14}
        aria-label={`Later ${what}`}
        isDisabled={number >= count}
        onPress={() => onStep(1)}
      />
    </span>
  )
}
