/** A namespace in memory: the six tools as data, real tables, hooks that write down what they were told. */
import { openMemoryStore } from '../../store/database.ts'
import { migration } from '../../store/migrations/pixie-0020-skills.ts'
import { migration as draftTables } from '../../store/migrations/pixie-0080-skill-drafts.ts'
import { migration as keptDrafts } from '../../store/migrations/pixie-0110-kept-drafts.ts'
import type { ToolEntry } from '../registry.ts'
import type { Skill } from '../skill.ts'
import { openSkills, type SkillHooks } from '../store.ts'

const pills: Readonly<Record<ToolEntry['name'], ToolEntry['pill']>> = {
  check_notebook: 'Notebook',
  find_file: 'Files',
  list_devices: 'Files',
  grep_memory: 'Memory',
  current_date: 'Date',
  queryCalendar: 'Calendar',
}

const tool = (name: ToolEntry['name'], slug: string, summary: string): ToolEntry => ({
  name,
  slug,
  pill: pills[name],
  signature: `${name}(): ${summary}`,
  title: slug,
  summary,
  l2Exposed: name !== 'list_devices',
  advertiseInMenu: name === 'current_date',
})

export const sixTools: readonly ToolEntry[] = [
  tool('check_notebook', 'check-notebook', 'Search the Notebook'),
  tool('find_file', 'find-file', 'Find a file'),
  tool('list_devices', 'list-devices', 'List the devices'),
  tool('grep_memory', 'grep-memory', 'Search the memory log'),
  tool(
    'current_date',
    'current-date',
    "You do NOT know the current date/day on your own — use this for ANY question about today's date or day of the week.",
  ),
  tool('queryCalendar', 'calendar', 'List events'),
]

export function setUp(hooks: Partial<SkillHooks> = {}) {
  const store = openMemoryStore([migration, draftTables, keptDrafts], [])
  const deps = {
    db: store.pixie,
    clock: { now: () => 1_800_000_000_000, zone: 'UTC' },
    tools: sixTools,
    hooks: { renamed() {}, rewriteDrafts() {}, deleted() {}, saved: () => '', putBack() {}, ...hooks },
  }
  const skills = openSkills(deps)
  const skill = (handle: string) => skills.registry().demandSkill(handle)
  return { skills, skill, db: store.pixie, reopen: () => openSkills(deps) }
}

export const skillOf = (slug: string, detailedBody: string, more: Partial<Skill> = {}): Skill => ({
  slug,
  title: slug,
  shortDescription: `${slug} does it`,
  detailedBody,
  enabled: true,
  advertised: true,
  examples: [],
  origin: 'own',
  ...more,
})
