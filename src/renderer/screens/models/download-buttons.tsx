import type { Download } from '../../../shared/contract/models.ts'
import { Button } from '../../ui/button.tsx'
import type { ModelActions } from './use-model-actions.ts'

/** What can be done about a download now. */
export function DownloadButtons({
  download,
  actions,
  isNext = false,
}: {
  readonly download: Download
  readonly actions: ModelActions
  /** Going on with it is the one main act of the screen. */
  readonly isNext?: boolean
}) {
  const { phase } = download
  const rests = phase === 'paused' || phase === 'failed'
  return (
    <>
      <Button variant="ghost" onPress={() => actions.cancel(download)}>
        Cancel
      </Button>
      {rests ? (
        <Button variant={isNext ? 'solid' : 'plain'} onPress={actions.resume}>
          {phase === 'failed' ? 'Try again' : 'Resume'}
        </Button>
      ) : (
        <Button onPress={actions.pause}>Pause</Button>
      )}
    </>
  )
}
