import { Button } from 'react-aria-components'
import type { Download, ModelStatus as Status } from '../../../shared/contract/models.ts'
import { useCall } from '../../api.ts'
import { visibleName } from '../../names.ts'
import { useNavigation } from '../../navigation.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { percent } from './amounts.ts'
import styles from './model-status.module.css'
import { useModelStatus } from './use-model-status.ts'

/** At the foot of the sidebar: what answers, and whether it is there. Goes to its settings. */
export function ModelStatus(_props: object) {
  const { data } = useModelStatus()
  const here = useCall('app.info', {}, { topics: [] }).data?.here ?? 'this computer'
  if (data === undefined) return null
  const { dot, name, state } = shown(data, here)
  const said = (model: string) => [model, state].filter((words) => words !== '').join(', ')
  return (
    <Tooltip text={said(name === '' ? '' : visibleName(data.name))}>
      <Button
        aria-label={`Model: ${said(name)}`}
        className={styles.status ?? ''}
        onPress={() => void useNavigation.getState().go({ screen: 'settings', section: 'model' })}
      >
        <i className={styles.dot} data-dot={dot} />
        <span className={styles.name}>{name}</span>
        <span className={styles.state}>{name === '' ? state : `· ${state}`}</span>
      </Button>
    </Tooltip>
  )
}

interface Shown {
  /** Shape and colour together: full and green, empty, turning, red and square. */
  readonly dot: 'good' | 'none' | 'busy' | 'bad'
  /** May be cut where there is no room. */
  readonly name: string
  readonly state: string
}

function shown(status: Status, here: string): Shown {
  const { state, download } = status
  const name = visibleName(shortName(status.name))
  switch (state) {
    case 'ready':
    case 'idle':
      return { dot: 'good', name, state: `on ${here}` }
    case 'loading':
      return { dot: 'busy', name, state: 'loading' }
    case 'failed':
      return download === null ? { dot: 'bad', name, state: 'does not run' } : fetching(download)
    case 'none':
      return download === null ? { dot: 'none', name: '', state: 'No model yet' } : fetching(download)
    case 'not-here':
      return download === null ? { dot: 'none', name, state: `not on ${here}` } : fetching(download)
  }
}

/** There is no room for a name beside it. */
function fetching({ phase, doneBytes, totalBytes }: Download): Shown {
  const share = `${percent(doneBytes, totalBytes)} %`
  switch (phase) {
    case 'downloading':
      return { dot: 'busy', name: '', state: `Downloading · ${share}` }
    case 'waiting':
      return { dot: 'busy', name: '', state: 'Waiting for another Pixie' }
    case 'verifying':
    case 'testing':
      return { dot: 'busy', name: '', state: 'Checking the model' }
    case 'paused':
      return { dot: 'none', name: '', state: `Download paused · ${share}` }
    case 'failed':
      return { dot: 'bad', name: '', state: 'Download stopped' }
  }
}

/** `Qwen2.5 1.5B`: family and size. What does not say its size is left whole. */
function shortName(name: string): string {
  const [, family = name, size] = /^(.+?) (\d+(?:\.\d+)?[BM])\b/.exec(name) ?? []
  return size === undefined ? family : `${family.replace(/ Coder$/, '')} ${size}`
}
