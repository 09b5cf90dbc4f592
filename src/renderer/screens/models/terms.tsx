import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Asks once for what a model's makers want accepted before it is fetched. */
export function Terms({
  name,
  terms,
  onAccept,
  onClose,
}: {
  readonly name: string
  readonly terms: string
  onAccept(): void
  onClose(): void
}) {
  return (
    <Dialog
      title={`Terms of ${name}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Not now</Button>
          <Button variant="solid" onPress={onAccept}>
            Accept and download
          </Button>
        </>
      }
    >
      <p>{terms}</p>
    </Dialog>
  )
}
