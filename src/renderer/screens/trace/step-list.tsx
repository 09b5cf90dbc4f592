import { ListBox, ListBoxItem, Text } from 'react-aria-components'
import { durationText } from '../../formats.ts'
import type { ShownStep } from './steps.ts'
import styles from './trace-screen.module.css'

/** The steps of a turn, one chosen, each with what it did and a bar for when. */
export function StepList({
  steps,
  chosen,
  onChoose,
}: {
  readonly steps: readonly ShownStep[]
  readonly chosen: number
  onChoose(index: number): void
}) {
  return (
    <ListBox
      aria-label="Steps of this turn"
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : keys
        if (typeof key === 'number') onChoose(key)
      }}
      className={styles.steps ?? ''}
    >
      {steps.map((step) => (
        <ListBoxItem
          key={step.index}
          id={step.index}
          textValue={`${step.step.tag} ${step.words}`}
          className={styles.step ?? ''}
          {...(step.isNested ? { 'data-nested': '' } : {})}
        >
          <Text slot="label" className={styles.stepName ?? ''}>
            <span className={styles.tag}>{step.step.tag}</span>{' '}
            <span className={step.step.error === null ? styles.words : styles.failedWords}>{step.words}</span>
          </Text>
          <Text slot="description" className={styles.ms ?? ''}>
            {durationText(step.step.ms)}
          </Text>
          <span aria-hidden="true" className={styles.track}>
            <i
              data-part={partOf(step.step.tag)}
              style={{ left: `${100 * step.from}%`, width: `max(2px, ${100 * step.share}%)` }}
            />
          </span>
        </ListBoxItem>
      ))}
    </ListBox>
  )
}

function partOf(tag: string): 1 | 2 | 3 | 5 {
  if (tag === 'planner') return 1
  if (tag === 'l2') return 2
  return tag.startsWith('l3.') ? 3 : 5
}
