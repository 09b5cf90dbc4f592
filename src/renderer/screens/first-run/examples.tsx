import { useCall } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import styles from './first-run-screen.module.css'
import type { Finish } from './use-finish.ts'

/** Three questions about what is really there; each begins a chat. */
export function Examples({ hasModel, finish }: { readonly hasModel: boolean; readonly finish: Finish }) {
  const examples = useCall('models.examples', {}, { topics: ['files', 'calendar', 'notebook', 'grants'] })
  if (examples.data === undefined || examples.data.length === 0) return null
  return (
    <section aria-labelledby="first-run-examples">
      <h2 id="first-run-examples" className={styles.heading}>
        Then ask, for instance
      </h2>
      <ul className={styles.questions}>
        {examples.data.map((question) => (
          <li key={question}>
            <Button
              className={styles.question}
              isDisabled={finish.isBusy}
              onPress={() => (hasModel ? finish.ask(question) : finish.draft(question))}
            >
              <bdi>{question}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
