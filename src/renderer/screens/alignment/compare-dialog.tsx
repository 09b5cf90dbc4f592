import type { DiffLine } from '../../../shared/contract/alignment.ts'
import { useCall } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import styles from './alignment.module.css'

const words: Readonly<Record<DiffLine['kind'], string>> = {
  same: 'Same',
  added: 'Yours',
  removed: 'Default',
}
const signs: Readonly<Record<DiffLine['kind'], string>> = { same: '', added: '+', removed: '−' }

/** The base instructions against the text that Pixie came with, and the way back to it. */
export function CompareDialog({
  base,
  isDefault,
  onReset,
  onClose,
}: {
  readonly base: string
  readonly isDefault: boolean
  onReset(): void
  onClose(): void
}) {
  const diff = useCall('alignment.diff', { base }, { topics: [] })
  return (
    <Dialog
      title="Compared with the default"
      isOpen
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onPress={onReset} isDisabled={isDefault}>
            Reset to default
          </Button>
          <Button variant="solid" onPress={onClose}>
            Done
          </Button>
        </>
      }
    >
      {diff.isPending && <Waiting>Comparing</Waiting>}
      {diff.isError && <Failure error={diff.error} />}
      {isDefault && <p className={styles.quiet}>It is the default, word for word.</p>}
      {diff.data !== undefined && !isDefault && (
        <ol aria-label="Differences" className={styles.diff} data-selectable="">
          {diff.data.map((line, index) => (
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
      )}
    </Dialog>
  )
}
