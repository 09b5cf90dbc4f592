import { type ReactNode, useState } from 'react'
import type { ModelRow } from '../../../shared/contract/models.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { ModelActions } from './use-model-actions.ts'

/** Fetches a model, after its terms were accepted where it has some; `question` is to be shown for that. */
export function useStart(
  { id, name, terms }: ModelRow,
  actions: Pick<ModelActions, 'start'>,
): { begin(): void; readonly question: ReactNode } {
  const [isAsking, setIsAsking] = useState(false)
  const accept = () => {
    setIsAsking(false)
    actions.start(id, true)
  }
  return {
    begin: () => (terms === null ? actions.start(id, false) : setIsAsking(true)),
    question: isAsking && terms !== null && (
      <Terms name={name} terms={terms} onClose={() => setIsAsking(false)} onAccept={accept} />
    ),
  }
}

/** Asks once for what a model's makers want accepted before it is fetched. */
function Terms({
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
