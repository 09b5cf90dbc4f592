import { FolderOpen, HardDrive } from 'lucide-react'
import type { ModelList } from '../../../shared/contract/models.ts'
import { useCall } from '../../api.ts'
import { visibleName } from '../../names.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Select } from '../../ui/select.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { memoryText } from './amounts.ts'
import { ModelChoice } from './model-choice.tsx'
import styles from './model-settings.module.css'
import { useModelActions } from './use-model-actions.ts'
import { useModelStatus } from './use-model-status.ts'

/** Settings → Model: what answers, what else could, fetching it, and when it leaves memory. */
export function ModelSettings(_props: object) {
  const list = useCall('models.list', {}, { topics: ['models'] })
  const here = useCall('app.info', {}, { topics: [] }).data?.here ?? 'this computer'
  if (list.isPending) return <Waiting>Looking at the model files</Waiting>
  if (list.isError)
    return (
      <Failure what="The models could not be listed" error={list.error} onRetry={() => void list.refetch()} />
    )
  return <Models list={list.data} here={here} />
}

function Models({ list, here }: { readonly list: ModelList; readonly here: string }) {
  const actions = useModelActions()
  const status = useModelStatus().data
  const isAnyHere = list.models.some(({ state }) => state === 'ready')
  return (
    <div className={styles.settings}>
      {status?.state === 'failed' && status.error !== null && status.error.code !== 'model-damaged' && (
        <Failure what={`${status.name} cannot answer`} error={status.error} />
      )}
      {!isAnyHere && (
        <p className={styles.hint}>
          Without a model you can browse, search and edit everything. Answers need one.
        </p>
      )}
      {!list.models.some(({ fits }) => fits) && <NoneFits here={here} memoryBytes={list.memoryBytes} />}
      {list.models.length === 0 ? (
        <EmptyState icon={HardDrive} title="No models are known">
          Use a file of your own.
        </EmptyState>
      ) : (
        <ModelChoice list={list} download={status?.download ?? null} here={here} actions={actions} />
      )}
      {actions.error !== null && <Failure error={actions.error} />}
      <div className={styles.row}>
        <div>
          <b>A file of your own</b>
          <p className={styles.foot}>A .gguf file. It is tried first, and stays where it is.</p>
          {actions.isChoosingOwn && (
            <Waiting>Choosing and trying a file; an answer that is being made ends first</Waiting>
          )}
        </div>
        <Button isDisabled={actions.isBusy} onPress={actions.chooseOwn}>
          Choose file…
        </Button>
      </div>
      <IdleSetting minutes={list.idleMinutes} here={here} onChange={actions.setIdle} />
      <div className={styles.row}>
        <div>
          <b>Where models are kept</b>
          <p className={styles.path}>{visibleName(list.folder)}</p>
        </div>
        <Button icon={FolderOpen} onPress={actions.revealFolder}>
          Show
        </Button>
      </div>
    </div>
  )
}

function NoneFits({ here, memoryBytes }: { readonly here: string; readonly memoryBytes: number }) {
  return (
    <p className={styles.warning}>
      {capitalised(here)} has {memoryText(memoryBytes)} of memory, and none of the models fits beside Pixie.
      The smallest may still work, slowly. Close other programs while it answers.
    </p>
  )
}

const idleChoices = [
  { value: '5', label: 'After 5 minutes' },
  { value: '15', label: 'After 15 minutes' },
  { value: '30', label: 'After 30 minutes' },
  { value: '60', label: 'After an hour' },
  { value: 'never', label: 'Never' },
] as const

function IdleSetting({
  minutes,
  here,
  onChange,
}: {
  readonly minutes: number | null
  readonly here: string
  onChange(minutes: number | null): void
}) {
  const value = minutes === null ? 'never' : String(minutes)
  const known = idleChoices.some((choice) => choice.value === value)
  const choices = known
    ? idleChoices
    : [{ value, label: `After ${minutes ?? 0} minutes` } as const, ...idleChoices]
  return (
    <div className={styles.row}>
      <div>
        <b>Free the memory when no question comes</b>
        <p className={styles.foot}>
          The next question then waits a few seconds. {capitalised(here)} has the memory for other things.
        </p>
      </div>
      <Select
        label="Free the memory when no question comes"
        isLabelHidden
        value={value}
        choices={choices}
        onChange={(chosen) => onChange(chosen === 'never' ? null : Number(chosen))}
      />
    </div>
  )
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
