import { useCall } from '../../api.ts'
import { useNavigation } from '../../navigation.ts'
import { LedgerTable } from '../../ui/ledger-table.tsx'
import styles from './alignment.module.css'

/** What the newest answer cost, part by part: what stands on this screen and all the rest. */
export function LastTurn() {
  const last = useCall('traces.last-ledger', {}, { topics: ['traces'] })
  const go = useNavigation((navigation) => navigation.go)
  if (last.data === undefined) return null
  return (
    <section aria-label="Last turn" className={styles.section}>
      <h2>Last turn</h2>
      {last.data === null ? (
        <p className={styles.quiet}>Ask something in Chat to see here what it cost.</p>
      ) : (
        <>
          <button
            type="button"
            className={styles.link}
            onClick={() => void go({ screen: 'trace', trace: last.data?.trace ?? '' })}
          >
            {last.data.question}
          </button>
          <p className={styles.sentence}>
            What the model read and wrote for it. A part counts each time it is read, also when it was kept
            from before.
          </p>
          <LedgerTable
            title="Tokens of the last turn"
            ledger={last.data.ledger}
            always={['base', 'blurbs', 'menu']}
          />
        </>
      )}
    </section>
  )
}
