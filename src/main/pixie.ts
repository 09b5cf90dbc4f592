import type { Clock } from '../shared/time.ts'
import type { Alignment } from './alignment/alignment.ts'
import type { Conversations } from './conversations/conversations.ts'
import type { Files } from './files/files.ts'
import type { Memory } from './memory/memory.ts'
import type { Notebook } from './notebook/notebook.ts'
import type { Grants } from './settings/grants.ts'
import type { SettingsStore } from './settings/settings.ts'
import type { Skills } from './skills/store.ts'
import type { Store } from './store/database.ts'
import type { DoctorCheck } from './store/doctor.ts'
import type { Traces } from './trace/traces.ts'

/** Everything below the IPC and the command line, built once per profile. */
export interface Pixie {
  readonly clock: Clock
  readonly store: Store
  readonly notebook: Notebook
  readonly memory: Memory
  readonly settings: SettingsStore
  readonly grants: Grants
  readonly conversations: Conversations
  readonly traces: Traces
  readonly files: Files
  readonly skills: Skills
  readonly alignment: Alignment
  /** `storeChecks(store, Date.now)` and what other parts have to check. */
  readonly doctorChecks: readonly DoctorCheck[]
  /** Pixie's own texts (prompts, tool descriptions, default instructions): what a redacted trace still shows. */
  fixedTexts(): readonly string[]
  close(): Promise<void>
}
