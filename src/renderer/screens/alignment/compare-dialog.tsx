import { useMemo } from 'react'
import { diffLines } from '../../../shared/diff.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DiffList } from '../../ui/diff-list.tsx'
import styles from './alignment.module.css'

/** The base instructions against the text that Pixie came with, and the way back to it. */
export function CompareDialog({
  base,
  defaultBase,
  isDefault,
  onReset,
  onClose,
}: {
  readonly base: string
  readonly defaultBase: string
  readonly isDefault: boolean
  onReset(): void
  onClose(): void
}) {
  const lines = useMemo(() => diffLines(defaultBase, base), [defaultBase, base])
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
      {isDefault ? (
        <p className={styles.quiet}>It is the default, word for word.</p>
      ) : (
        <DiffList lines={lines} from="Default" to="Yours" />
      )}
    </Dialog>
  )
}
