/** A namespace in memory: the six tools as data, real tables, hooks that write down what they were told. */
import { openMemoryStore } from '../../store/database.ts'
import { migration } from '../../store/migrations/pixie-0020-skills.ts'
import type { ToolEntry } from '../registry.ts'
import type { Skill } from '../skill.ts'
import { openSkills, type SkillHooks } from '../store.ts'

const tool = (name: ToolEntry['name'], slug: string, summary: string): ToolEntry => ({
  name,
  slug,
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
  const store = openMemoryStore([migration], [])
  const deps = {
    db: store.pixie,
    clock: { now: () => 1_800_000_000_000, zone: 'UTC' },
    tools: sixTools,
    hooks: { renamed() {}, deleted() {}, ...hooks },
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
