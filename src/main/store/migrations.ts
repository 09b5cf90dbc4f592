import type { Migration } from './database.ts'
import { migration as indexFiles } from './migrations/index-0010-files.ts'
import { migration as indexPlannerScores } from './migrations/index-0020-planner-scores.ts'
import { migration as pixieCore } from './migrations/pixie-0010-core.ts'
import { migration as pixieSkills } from './migrations/pixie-0020-skills.ts'
import { migration as pixieNotebook } from './migrations/pixie-0030-notebook.ts'
import { migration as pixieMemory } from './migrations/pixie-0040-memory.ts'
import { migration as pixieCalendar } from './migrations/pixie-0050-calendar.ts'
import { migration as pixieChat } from './migrations/pixie-0060-chat.ts'
import { migration as pixieSkillDrafts } from './migrations/pixie-0080-skill-drafts.ts'
import { migration as pixieLedger } from './migrations/pixie-0100-ledger.ts'
import { migration as pixieKeptDrafts } from './migrations/pixie-0110-kept-drafts.ts'

/** In the order in which they run; versions rise. */
export const pixieMigrations: readonly Migration[] = [
  pixieCore,
  pixieSkills,
  pixieNotebook,
  pixieMemory,
  pixieCalendar,
  pixieChat,
  pixieSkillDrafts,
  pixieLedger,
  pixieKeptDrafts,
]

export const indexMigrations: readonly Migration[] = [indexFiles, indexPlannerScores]
