import type { TraceView } from '../../../shared/contract/traces.ts'
import { type Ledger, sumLedgers } from '../../../shared/ledger.ts'

/** What all steps so far were spent on; null when one of them is from a version that kept no ledger. */
export function wholeLedger({ steps }: TraceView): Ledger | null {
  const kept = steps.map(({ ledger }) => ledger).filter((ledger) => ledger !== null)
  return kept.length === steps.length ? sumLedgers(kept) : null
}
