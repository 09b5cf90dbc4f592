import { Ellipsis } from 'lucide-react'
import { Radio, RadioGroup } from 'react-aria-components'
import type { Download, ModelList, ModelRow } from '../../../shared/contract/models.ts'
import { visibleName } from '../../names.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Menu, type MenuAction } from '../../ui/menu.tsx'
import { Name } from '../../ui/name.tsx'
import { Pill } from '../../ui/pill.tsx'
import { beforehandText, memoryText, sizeText } from './amounts.ts'
import { DownloadButtons } from './download-buttons.tsx'
import { DownloadProgress } from './download-progress.tsx'
import styles from './model-choice.module.css'
import { useStart } from './terms.tsx'
import type { ModelActions } from './use-model-actions.ts'

interface ModelChoiceProps {
  readonly list: ModelList
  readonly download: Download | null
  readonly here: string
  readonly actions: ModelActions
}

/** All models, the one that answers chosen. What is not here can be fetched, and only what is here can be chosen. */
export function ModelChoice({ list, download, here, actions }: ModelChoiceProps) {
  const used = list.models.find(({ isUsed, state }) => isUsed && state === 'ready')
  return (
    <RadioGroup
      aria-label="The model that answers"
      value={used?.id ?? null}
      onChange={actions.use}
      className={styles.models ?? ''}
    >
      {list.models.map((model) => (
        <Row
          key={model.id}
          model={model}
          here={here}
          download={download?.model === model.id ? download : null}
          isOtherFetched={download !== null && download.model !== model.id && isRunning(download)}
          actions={actions}
        />
      ))}
    </RadioGroup>
  )
}

function isRunning({ phase }: Download): boolean {
  return phase !== 'paused' && phase !== 'failed'
}

interface RowProps {
  readonly model: ModelRow
  readonly here: string
  readonly download: Download | null
  /** Only one is fetched at a time. */
  readonly isOtherFetched: boolean
  readonly actions: ModelActions
}

function Row({ model, here, download, isOtherFetched, actions }: RowProps) {
  const { begin, question } = useStart(model, actions)
  return (
    <div className={styles.model}>
      <Radio value={model.id} isDisabled={model.state !== 'ready'} className={styles.radio ?? ''}>
        <span className={styles.dot} />
        <span className={styles.words}>
          <span className={styles.name}>
            <b>
              <Name of={model.name} />
            </b>
            {model.isRecommended && <Pill>recommended</Pill>}
            {model.state === 'ready' && <Pill tone="good">on {here}</Pill>}
          </span>
          <span className={styles.facts}>{facts(model, here, download !== null)}</span>
        </span>
      </Radio>
      <div className={styles.acts}>
        {download === null ? (
          <StateButton
            model={model}
            isDisabled={isOtherFetched || actions.isBusy}
            onStart={begin}
            actions={actions}
          />
        ) : (
          <DownloadButtons download={download} actions={actions} />
        )}
      </div>
      <Menu
        label={`More for ${visibleName(model.name)}`}
        trigger={
          <IconButton
            icon={Ellipsis}
            aria-label={`More for ${visibleName(model.name)}`}
            className={styles.menu}
          />
        }
        items={moreItems(model, download, actions)}
      />
      {download !== null && (
        <div className={styles.below}>
          <DownloadProgress download={download} />
        </div>
      )}
      {download?.error != null && (
        <div className={styles.below}>
          <Failure error={download.error} />
        </div>
      )}
      {model.state === 'damaged' && download === null && (
        <p className={styles.bad}>
          {model.isOwn
            ? 'This file is damaged or is no model. Choose another one.'
            : 'Its file is damaged. Repair fetches it again; until then it cannot answer.'}
        </p>
      )}
      {question}
    </div>
  )
}

function StateButton({
  model,
  isDisabled,
  onStart,
  actions,
}: {
  readonly model: ModelRow
  readonly isDisabled: boolean
  onStart(): void
  readonly actions: ModelActions
}) {
  if (model.isOwn || model.state === 'ready') return null
  if (model.state === 'damaged')
    return (
      <Button
        isDisabled={isDisabled}
        aria-label={`Repair ${visibleName(model.name)}`}
        onPress={() => actions.repair(model.id)}
      >
        Repair
      </Button>
    )
  return (
    <Button isDisabled={isDisabled} aria-label={`Download ${visibleName(model.name)}`} onPress={onStart}>
      {model.state === 'partial' ? 'Resume download' : 'Download'}
    </Button>
  )
}

/** `1.12 GB · Apache-2.0 · needs 2 GB of memory`. */
function facts(model: ModelRow, here: string, isFetched: boolean): string {
  const { sizeBytes, memoryBytes, license, state, fits, isProven, isOwn, source } = model
  if (isOwn && state === 'absent') return 'The file is not there any more.'
  const parts = [sizeText(sizeBytes)]
  if (license !== null) parts.push(license)
  parts.push(
    fits
      ? `takes ${memoryText(memoryBytes)} of memory`
      : `takes ${memoryText(memoryBytes)} of memory, more than ${here} can spare`,
  )
  if (isOwn) parts.push('your file')
  else if (!isProven) parts.push('answers not measured')
  if (state === 'absent' && source !== null && !isFetched)
    parts.push(`${beforehandText(sizeBytes)}, from ${source}`)
  if (state === 'partial' && !isFetched) parts.push(`${sizeText(model.fetchedBytes)} are here`)
  return parts.join(' · ')
}

function moreItems(model: ModelRow, download: Download | null, actions: ModelActions): MenuAction[] {
  const { id, name, state, isOwn } = model
  const isThere = state === 'ready' || state === 'damaged'
  return [
    {
      id: 'check',
      label: 'Check the file',
      isDisabled: !isThere || isOwn || actions.isBusy,
      onAction: () => actions.check(id, name),
    },
    {
      id: 'remove',
      label: isOwn ? 'Take off the list' : 'Delete',
      isBad: !isOwn,
      isDisabled: !isOwn && (download !== null || state === 'absent'),
      onAction: () => actions.remove(id, name, isOwn),
    },
  ]
}
