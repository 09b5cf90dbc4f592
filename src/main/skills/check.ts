/** What the editor says of a skill while it is written: handle, mentions, what it binds and costs. The store checks again. */
import type { SkillCheck, TreeLine } from '../../shared/contract/skills.ts'
import { PixieError } from '../../shared/errors.ts'
import { textOf } from '../../shared/ledger.ts'
import { mentionedSlugs, printMention } from '../../shared/mention.ts'
import { createCallTool } from '../harness/call-tool.ts'
import { followerInstructions } from '../harness/follower.ts'
import type { SkillSteps } from '../harness/ports.ts'
import { defaultProfile } from '../model/profile.ts'
import type { ToolName } from '../tools/tool.ts'
import { type Edited, type EditedNamespace, editedNamespace, slugNote } from './edited.ts'
import type { Registry } from './registry.ts'
import { parseSkillDraft, type Skill } from './skill.ts'
import { checkSummary } from './summary.ts'
import { unknownMentions } from './unknown-mentions.ts'

export interface CheckParts {
  readonly namespace: Registry
  isGranted(tool: ToolName): boolean
  /** The loaded model's tokenizer; null = characters ÷ 4. */
  readonly countTokens: ((text: string) => number) | null
}

/** The window that L2's prompt and all that follows must fit, in tokens. */
const windowTokens = 4_096
/** The longest question that a turn takes (4,000 characters) with the plan's sentence, in tokens. */
const questionTokens = 1_064
/** Six calls of about 50 tokens, their results and the reply, in tokens. */
const workTokens = 640
/** A tree longer than this says nothing more. */
const maxTreeLines = 200

export function checkSkill(edited: Edited, parts: CheckParts): SkillCheck {
  const { namespace } = parts
  const now = editedNamespace(namespace, edited)
  const { registry, skill, slug } = now
  // Saving takes a skill's mentions of itself by its old handle along.
  const isKnown = (other: string) => registry.isKnown(other) || other === edited.original
  const unknown = unknownMentions(edited.draft.detailedBody, registry, isKnown)
  const tree = treeOf(registry, skill, parts)
  const closure = registry.closure(skill.slug)
  const tools = closure.tools.filter(parts.isGranted)
  return {
    slug,
    slugNote: slugNote(namespace, edited.draft.handle, slug),
    unknown,
    disabled: closure.missing.filter(({ why }) => why === 'disabled').map((missing) => missing.slug),
    tree,
    tools,
    price: priceOf(now, closure.skills, tools, parts.countTokens),
    summary: checkSummary(skill, registry, parts.countTokens),
    problems: problemsOf(edited, slug, unknown),
  }
}

function problemsOf({ draft }: Edited, slug: string | null, unknown: SkillCheck['unknown']): string[] {
  const problems: string[] = []
  if (slug === null)
    problems.push(
      draft.handle === '' ? 'Give it a handle.' : 'The handle needs at least one letter or digit.',
    )
  if (unknown.length > 0) {
    const handles = unknown.map((other) => printMention(other.slug)).join(', ')
    problems.push(`${handles} ${unknown.length === 1 ? 'is' : 'are'} unknown.`)
  }
  try {
    parseSkillDraft(draft)
  } catch (error) {
    if (!(error instanceof PixieError)) throw error
    problems.push(error.hint.split('. Give ')[0] ?? error.hint)
  }
  return problems
}

/** Depth first, in binding order; what came in above is named and not gone into again. */
function treeOf(registry: Registry, skill: Skill, { isGranted }: CheckParts): TreeLine[] {
  const lines: TreeLine[] = []
  const seen = new Set([skill.slug])
  const visit = (body: string, depth: number): void => {
    for (const slug of mentionedSlugs(body, registry)) {
      const entry = registry.resolve(slug)
      if (entry === null || lines.length >= maxTreeLines) continue
      const isSeen = seen.has(slug)
      seen.add(slug)
      if (entry.kind === 'tool') {
        const note = isGranted(entry.tool.name) ? (entry.tool.l2Exposed ? null : 'hidden') : 'no-grant'
        lines.push({ slug, kind: 'tool', depth, note: isSeen ? 'again' : note })
        continue
      }
      const isOff = !entry.skill.enabled && slug !== skill.slug
      lines.push({ slug, kind: 'skill', depth, note: isOff ? 'disabled' : isSeen ? 'again' : null })
      if (!isOff && !isSeen) visit(entry.skill.detailedBody, depth + 1)
    }
  }
  visit(skill.detailedBody, 0)
  return lines
}

/** L2's prompt, part by part. The parts add up: what the fixed text costs is what the others leave of the whole. */
function priceOf(
  { registry, skill }: EditedNamespace,
  expanded: readonly string[],
  tools: readonly ToolName[],
  countTokens: CheckParts['countTokens'],
): SkillCheck['price'] {
  const count = countTokens ?? ((text: string) => Math.ceil(text.length / 4))
  const nested = expanded
    .filter((slug) => slug !== skill.slug)
    .map((slug) => ({ slug, body: registry.demandSkill(slug).detailedBody.trim() }))
  const steps: SkillSteps = { slug: skill.slug, body: skill.detailedBody.trim(), nested }
  const bound = registry.tools.filter(({ name }) => tools.includes(name))
  const shown = bound.filter(({ l2Exposed }) => l2Exposed)
  const all = count(textOf(followerInstructions([steps], bound)))
  const stepTokens = count(steps.body)
  const withoutNested = count(textOf(followerInstructions([{ ...steps, nested: [] }], bound)))
  const withoutSignatures = count(textOf(followerInstructions([{ ...steps, nested: [] }], [])))
  const { description, parameters } = createCallTool(
    shown.map(({ name }) => name),
    defaultProfile,
    async () => '',
  )
  const callTool = shown.length === 0 ? 0 : count(`${description}\n${JSON.stringify(parameters)}`)
  const prices: SkillCheck['price']['parts'] = [
    { part: 'rules', tokens: Math.max(0, withoutSignatures - stepTokens) },
    { part: 'steps', tokens: stepTokens },
    { part: 'nested', tokens: Math.max(0, all - withoutNested) },
    { part: 'signatures', tokens: Math.max(0, withoutNested - withoutSignatures) },
    { part: 'call-tool', tokens: callTool },
    { part: 'question', tokens: questionTokens },
    { part: 'work', tokens: workTokens },
  ]
  const total = prices.reduce((sum, { tokens }) => sum + tokens, 0)
  return {
    parts: prices,
    tokens: total - workTokens,
    window: windowTokens,
    left: windowTokens - total,
    isExact: countTokens !== null,
  }
}
