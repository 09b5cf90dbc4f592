import { alignmentHooks } from '../../alignment/alignment.ts'
import { createBaseDraft } from '../../alignment/base-draft.ts'
import { createSettings, type SettingsStore } from '../../settings/settings.ts'
import { openStore } from '../../store/open.ts'
import { openSkills, type Skills } from '../store.ts'
import { sixTools } from './set-up.ts'

export interface Aligned {
  readonly settings: SettingsStore
  readonly skills: Skills
  close(): void
}

/** The skills of a profile on the disk, with what Alignment keeps of them. */
export function openAligned(dataDir: string, onNotice: (line: string) => void): Aligned {
  const { pixie: db, close } = openStore({ dataDir, onNotice })
  const settings = createSettings(db)
  const clock = { now: Date.now, zone: 'UTC' }
  const hooks = alignmentHooks(settings, createBaseDraft(db, clock))
  return { settings, skills: openSkills({ db, clock, tools: sixTools, hooks }), close }
}
