/** What can be chosen on Alignment, each with its price. */
import type { AlignmentState, SkillChoice } from '../../shared/contract/alignment.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { Skill } from '../skills/skill.ts'
import type { Skills } from '../skills/store.ts'
import type { ToolName } from '../tools/tool.ts'
import { type BlurbName, blurbNames, blurbText, menuLineText } from './compose.ts'
import { type CountTokens, estimate } from './ledger.ts'

const titles: Readonly<Record<BlurbName, string>> = {
  notebook: 'Notebook',
  files: 'Files',
  calendar: 'Calendar',
  date: 'Date',
}

/** The tools that a blurb describes. */
const described: Readonly<Record<BlurbName, readonly ToolName[]>> = {
  notebook: ['check_notebook'],
  files: ['find_file'],
  calendar: ['queryCalendar'],
  date: ['current_date'],
}

interface ChoiceParts {
  readonly skills: Pick<Skills, 'registry'>
  readonly settings: SettingsStore
  isGranted(tool: ToolName): boolean
}

/** @param selected slugs in menu order; null = every advertised skill */
export function choicesOf(
  deps: ChoiceParts,
  selected: readonly string[] | null,
  countTokens: CountTokens | null,
): Pick<AlignmentState, 'skills' | 'isEverySkill' | 'blurbs'> {
  const count = countTokens ?? estimate
  const { skills } = deps.skills.registry()
  const isSelected = (skill: Skill) =>
    selected === null ? skill.enabled && skill.advertised : selected.includes(skill.slug)
  const place = (skill: Skill) => (selected === null ? 0 : selected.indexOf(skill.slug))
  const chosen = skills.filter(isSelected).sort((a, b) => place(a) - place(b))
  const others = skills.filter((skill) => !isSelected(skill))
  const row = (skill: Skill): SkillChoice => ({
    slug: skill.slug,
    shortDescription: skill.shortDescription,
    enabled: skill.enabled,
    advertised: skill.advertised,
    isSelected: isSelected(skill),
    tokens: count(menuLineText({ slug: skill.slug, text: skill.shortDescription })),
    exampleCount: skill.examples.length,
  })
  const on = deps.settings.get('blurbsOn')
  return {
    skills: [...chosen, ...others].map(row),
    isEverySkill: selected === null,
    blurbs: blurbNames.map((name) => ({
      name,
      title: titles[name],
      isOn: on.includes(name),
      isGranted: described[name].every(deps.isGranted),
      tokens: count(blurbText(name)),
    })),
  }
}
