import type { Download } from '../../../shared/contract/models.ts'
import { Button } from '../../ui/button.tsx'
import type { ModelActions } from './use-model-actions.ts'

/** What can be done about a download now. */
export function DownloadButtons({
  download,
  actions,
}: {
  readonly download: Download
  readonly actions: ModelActions
}) {
  const { phase } = download
  const rests = phase === 'paused' || phase === 'failed'
  return (
    <>
      <Button variant="ghost" onPress={() => actions.cancel(download)}>
        Cancel
      </Button>
      {rests ? (
        <Button onPress={actions.resume}>{phase === 'failed' ? 'Try again' : 'Resume'}</Button>
      ) : (
        <Button onPress={actions.pause}>Pause</Button>
      )}
    </>
  )
}
