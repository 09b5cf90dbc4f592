import type { ModelStatus } from '../../../shared/contract/models.ts'
import { useCall } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { useModelStatus } from '../models/use-model-status.ts'
import { Examples } from './examples.tsx'
import styles from './first-run-screen.module.css'
import { CalendarStep, FoldersStep } from './grant-steps.tsx'
import { ModelStep } from './model-step.tsx'
import { useFinish } from './use-finish.ts'

/** What a new owner sees first: what Pixie is, a model, what it may read, and what to ask. Everything in it may wait. */
export function FirstRunScreen(_props: object) {
  const here = useCall('app.info', {}, { topics: [] }).data?.here ?? 'this computer'
  const folders = useCall('files.folders', {}, { topics: ['grants', 'files'] }).data?.folders ?? []
  const status = useModelStatus().data
  const finish = useFinish()
  const hasModel = status !== undefined && ['idle', 'loading', 'ready'].includes(status.state)
  const hasFolder = folders.length > 0
  const next = nextOf(status, hasModel, hasFolder)
  return (
    <div className={styles.place}>
      <div className={styles.drag} data-window-bar="" />
      <div className={styles.sheet}>
        <header>
          <h1 tabIndex={-1} data-main-heading="" className={styles.title}>
            Everything you ask stays on {here}.
          </h1>
          <p className={styles.lead}>
            Pixie answers from your own files, calendar and notes with a small model that runs here. Three
            steps, each can be undone in Settings.
          </p>
        </header>
        <ol className={styles.steps} aria-label="Three steps">
          <ModelStep here={here} status={status} isNext={next === 'model'} />
          <FoldersStep isNext={next === 'folders'} />
          <CalendarStep here={here} />
        </ol>
        <Examples hasModel={hasModel} finish={finish} />
        {finish.error !== null && <Failure error={finish.error} />}
        <footer className={styles.foot}>
          <p className={styles.lead}>
            {hasModel
              ? 'You find all of this in Settings.'
              : 'Everything but answering works without a model: browse, search, edit.'}
          </p>
          <Button
            variant={next === 'leave' ? 'solid' : 'ghost'}
            onPress={() => finish.leave()}
            isDisabled={finish.isBusy}
          >
            {hasModel && hasFolder ? 'Start' : 'Later'}
          </Button>
        </footer>
      </div>
    </div>
  )
}

/** Whose the one solid button is. A model that is on its way, or is here and does not load, needs nothing here. */
function nextOf(
  status: ModelStatus | undefined,
  hasModel: boolean,
  hasFolder: boolean,
): 'model' | 'folders' | 'leave' {
  const phase = status?.download?.phase
  const isFetching = phase !== undefined && phase !== 'paused' && phase !== 'failed'
  if (!hasModel && !isFetching && status?.state !== 'failed') return 'model'
  return hasFolder ? 'leave' : 'folders'
}
