import type { Clock } from '../shared/time.ts'
import type { Store } from './store/database.ts'

/** Everything below the IPC and the command line, built once per profile. */
export interface Pixie {
  readonly clock: Clock
  readonly store: Store
  close(): Promise<void>
}
