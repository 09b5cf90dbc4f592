/** The one-liner that the planner sees: what it costs, and what makes it a bad routing rule. */
import type { SkillCheck } from '../../shared/contract/skills.ts'
import { printMention } from '../../shared/mention.ts'
import type { Registry } from './registry.ts'
import type { Skill } from './skill.ts'

const maxLines = 3
/** About three lines of a narrow column. In UTF-16 units. */
const maxLength = 320
/** Share of words in common from which two summaries say the same. */
const nearlyEqual = 0.75

export function checkSummary(
  skill: Skill,
  registry: Registry,
  countTokens: ((text: string) => number) | null,
): SkillCheck['summary'] {
  const text = skill.shortDescription.trim()
  const line = `- ${printMention(skill.slug)}: ${text}`
  return {
    lines: text === '' ? 0 : text.split(/\r\n|\n|\r/).length,
    tokens: countTokens === null ? Math.ceil(line.length / 4) : countTokens(line),
    warnings: warningsFor(skill, text, registry),
  }
}

function warningsFor(skill: Skill, text: string, registry: Registry): string[] {
  if (text === '')
    return skill.advertised ? ['It is empty: the planner would have nothing to choose by.'] : []
  const warnings: string[] = []
  if (text.split(/\r\n|\n|\r/).length > maxLines || text.length > maxLength)
    warnings.push('It is long: one to three lines are read best, and every request pays for them.')
  const twin = registry.skills.find(
    (other) => other.slug !== skill.slug && likeness(other.shortDescription, text) >= nearlyEqual,
  )
  if (twin !== undefined)
    warnings.push(
      `It is nearly the same as that of ${printMention(twin.slug)}: the planner cannot tell them apart.`,
    )
  return warnings
}

/** Words in common over all words, 0 to 1; 0 when one of them has none. */
function likeness(a: string, b: string): number {
  const [left, right] = [wordsOf(a), wordsOf(b)]
  const common = [...left].filter((word) => right.has(word)).length
  const all = left.size + right.size - common
  return all === 0 ? 0 : common / all
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Also of scripts without spaces between words. */
function wordsOf(text: string): Set<string> {
  const words = [...segmenter.segment(text.normalize('NFKC').toLowerCase())]
  return new Set(words.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment))
}
