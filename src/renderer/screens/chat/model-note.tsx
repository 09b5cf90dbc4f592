import { useCall } from '../../api.ts'
import { useNavigation } from '../../navigation.ts'
import { Button } from '../../ui/button.tsx'
import styles from './composer.module.css'

interface ModelState {
  /** False only when it is known that there is no model to answer. */
  readonly mayAsk: boolean
  /** Why not, or what is wrong; null when all is well. */
  readonly note: string | null
}

export function useModelState(): ModelState {
  const { data } = useCall('models.status', {}, { topics: ['models'] })
  switch (data?.state) {
    case 'none':
      return {
        mayAsk: false,
        note:
          data.download === null
            ? 'There is no model on this computer yet. Everything but answering works; to ask, choose a model.'
            : 'The model is still being fetched. You can already write; it can be sent when the model is here.',
      }
    case 'not-here':
      return {
        mayAsk: false,
        note: `${data.name} is not on this computer any more. Everything but answering works; to ask, choose a model.`,
      }
    case 'failed':
      return { mayAsk: true, note: `${data.name} could not be loaded. ${data.error?.message ?? ''}`.trim() }
    default:
      return { mayAsk: true, note: null }
  }
}

/** Says that nothing can be asked now, and what to do about it. */
export function ModelNote({ model }: { readonly model: ModelState }) {
  const go = useNavigation((state) => state.go)
  if (model.note === null) return null
  return (
    <div role="status" className={styles.note}>
      <p>{model.note}</p>
      <Button onPress={() => void go({ screen: 'settings', section: 'model' })}>Model settings</Button>
    </div>
  )
}
