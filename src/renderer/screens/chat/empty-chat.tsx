import { useCall } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import styles from './chat-screen.module.css'

/** A new conversation: what Pixie is for, and what can be asked of what it may read. */
export function EmptyChat({ onAsk }: { onAsk(question: string): void }) {
  const examples = useCall('models.examples', {}, { topics: ['grants', 'files', 'calendar', 'notebook'] })
  const info = useCall('app.info', {}, { topics: [] })
  return (
    <div className={styles.empty}>
      <h2>Ask about what is yours</h2>
      <p>
        Pixie answers from your files, calendar, notes and memory, and shows where it found each answer.
        Nothing leaves {info.data?.here ?? 'this computer'}.
      </p>
      {examples.data !== undefined && examples.data.length > 0 && (
        <ul aria-label="Questions to begin with" className={styles.examples}>
          {examples.data.map((example) => (
            <li key={example}>
              <Button className={styles.example} onPress={() => onAsk(example)}>
                {example}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
