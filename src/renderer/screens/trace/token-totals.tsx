import type { TraceView } from '../../../shared/contract/traces.ts'
import { number } from '../../formats.ts'
import { Meter } from '../../ui/meter.tsx'
import { wholeLedger } from './ledger.ts'
import { largestPrompt, total } from './steps.ts'
import styles from './trace-screen.module.css'

/** What the whole turn cost: tokens taken over from before, read, and written. */
export function TokenTotals({ trace }: { readonly trace: TraceView }) {
  const sum = { evaluated: 0, reused: 0, generated: 0 }
  for (const { tokens } of trace.steps)
    for (const key of ['evaluated', 'reused', 'generated'] as const) sum[key] += tokens[key]
  const all = total(sum)
  const exact = wholeLedger(trace)?.largestPrompt
  const largest = exact === undefined ? `about ${number(largestPrompt(trace))}` : number(exact)
  const words = `${number(sum.reused)} reused · ${number(sum.evaluated)} read · ${number(sum.generated)} written`
  return (
    <div className={styles.totals}>
      <h2>{number(all)} tokens</h2>
      <Meter
        label="Tokens of this turn"
        whole={all}
        parts={[
          { label: 'reused', value: sum.reused, part: 4 },
          { label: 'read', value: sum.evaluated, part: 3 },
          { label: 'written', value: sum.generated, part: 1 },
        ]}
        text={words}
      />
      <p className={styles.small}>
        {words} · largest prompt {largest} of {number(trace.windowTokens)}
      </p>
      {trace.turn !== null && <p className={styles.small}>{trace.turn.model}</p>}
    </div>
  )
}
