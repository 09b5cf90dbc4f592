import { useState } from 'react'
import type { ModelList, ModelRow, ModelStatus } from '../../../shared/contract/models.ts'
import { useCall } from '../../api.ts'
import { visibleName } from '../../names.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Name } from '../../ui/name.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { beforehandText, memoryText, sizeText } from '../models/amounts.ts'
import { DownloadButtons } from '../models/download-buttons.tsx'
import { DownloadProgress } from '../models/download-progress.tsx'
import { useStart } from '../models/terms.tsx'
import { type ModelActions, useModelActions } from '../models/use-model-actions.ts'
import styles from './first-run-screen.module.css'
import { Step } from './step.tsx'

interface ModelStepProps {
  readonly here: string
  readonly status: ModelStatus | undefined
  /** The one main act of the screen is this step's. */
  readonly isNext: boolean
}

export function ModelStep(props: ModelStepProps) {
  const list = useCall('models.list', {}, { topics: ['models'] })
  if (list.data !== undefined) return <ChosenModel {...props} list={list.data} />
  return (
    <Step number={1} title={`A model that fits ${props.here}`} isDone={false} facts="">
      {list.isError ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Waiting>Looking at the model files</Waiting>
      )}
    </Step>
  )
}

function ChosenModel({ here, status, isNext, list }: ModelStepProps & { readonly list: ModelList }) {
  const actions = useModelActions()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [isChoosing, setIsChoosing] = useState(false)
  const download = status?.download ?? null
  const ready = list.models.find(({ isUsed, state }) => isUsed && state === 'ready')
  const shownId = download?.model ?? chosenId ?? ready?.id ?? list.recommended.model
  const model = list.models.find(({ id }) => id === shownId)
  if (model === undefined) return null
  const isDone = model.state === 'ready' && download === null
  const choose = (id: string) => {
    setChosenId(id)
    setIsChoosing(false)
    if (list.models.find((other) => other.id === id)?.state === 'ready') actions.use(id)
  }
  return (
    <Step
      number={1}
      title={titleOf(list, model, here)}
      isDone={isDone}
      facts={
        <>
          <b>
            <Name of={model.name} />
          </b>{' '}
          · {factsOf(model, isDone, download !== null, here)}
          {download === null && (
            <>
              {' · '}
              <Button variant="ghost" className={styles.inline} onPress={() => setIsChoosing(!isChoosing)}>
                {isChoosing ? 'keep this one' : 'choose another'}
              </Button>
            </>
          )}
        </>
      }
      acts={
        download === null ? (
          !isDone && <StartButton model={model} isNext={isNext} actions={actions} />
        ) : (
          <DownloadButtons download={download} actions={actions} isNext={isNext} />
        )
      }
    >
      {isChoosing && download === null && (
        <Choices list={list} chosen={model.id} onChoose={choose} actions={actions} here={here} />
      )}
      {download !== null && <DownloadProgress download={download} />}
      {download?.error != null && <Failure error={download.error} />}
      {download === null && status?.state === 'failed' && status.error !== null && (
        <Failure error={status.error} />
      )}
      {actions.error !== null && <Failure error={actions.error} />}
    </Step>
  )
}

function titleOf({ models, memoryBytes }: ModelList, model: ModelRow, here: string): string {
  if (!models.some(({ fits }) => fits)) return `No model really fits ${memoryText(memoryBytes)}`
  return model.fits ? `A model that fits ${memoryText(memoryBytes)}` : `A model that is large for ${here}`
}

function factsOf(model: ModelRow, isDone: boolean, isFetched: boolean, here: string): string {
  if (isDone) return `on ${here}`
  const parts = [sizeText(model.sizeBytes)]
  if (model.license !== null) parts.push(model.license)
  if (isFetched) return parts.join(' · ')
  if (model.state === 'partial') parts.push(`${sizeText(model.fetchedBytes)} are here`)
  if (model.state === 'damaged') parts.push('its file is damaged')
  if (model.state === 'absent') parts.push(beforehandText(model.sizeBytes))
  if (model.source !== null) parts.push(`from ${model.source}`)
  return parts.join(' · ')
}

function StartButton({
  model,
  isNext,
  actions,
}: {
  readonly model: ModelRow
  readonly isNext: boolean
  readonly actions: ModelActions
}) {
  const { begin, question } = useStart(model, actions)
  const words = { absent: 'Download', partial: 'Resume', damaged: 'Repair', ready: 'Use' } as const
  return (
    <>
      <Button variant={isNext ? 'solid' : 'plain'} isDisabled={actions.isBusy} onPress={begin}>
        {words[model.state]}
      </Button>
      {question}
    </>
  )
}

function Choices({
  list,
  chosen,
  onChoose,
  actions,
  here,
}: {
  readonly list: ModelList
  readonly chosen: string
  onChoose(id: string): void
  readonly actions: ModelActions
  readonly here: string
}) {
  return (
    <div className={styles.choices}>
      <RadioGroup
        label="Models"
        isLabelHidden
        value={chosen}
        onChange={onChoose}
        choices={list.models.map((model) => ({
          value: model.id,
          label: visibleName(model.name),
          foot: [
            sizeText(model.sizeBytes),
            model.license ?? 'your file',
            model.fits
              ? null
              : `takes ${memoryText(model.memoryBytes)} of memory, more than ${here} can spare`,
            model.isRecommended ? 'recommended' : null,
            model.isProven ? null : 'answers not measured',
            model.state === 'ready' ? `on ${here}` : null,
          ]
            .filter((part) => part !== null)
            .join(' · '),
        }))}
      />
      <Button isDisabled={actions.isBusy} onPress={actions.chooseOwn}>
        A file of your own…
      </Button>
    </div>
  )
}
