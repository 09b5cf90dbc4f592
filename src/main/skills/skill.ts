/** A skill: a procedure in prose whose @-mentions are its tools, and what the planner is told of it. */
import { z } from 'zod'
import { PixieError } from '../../shared/errors.ts'

/** In UTF-16 units. Far beyond what fits the model's window; it only keeps a pasted book out of the store. */
const maxBodyLength = 256 * 1024
const maxTitleLength = 500
const maxSummaryLength = 4_000
const maxExamples = 64
const maxExampleLength = 500

const wellFormed = (text: string) => text.isWellFormed()
const brokenText = 'holds half a character; copy the text again'

const Text = (max: number) => z.string().max(max).refine(wellFormed, brokenText)

const Example = Text(maxExampleLength)
  .refine((text) => text.trim() !== '', 'an example request must not be empty')
  .refine((text) => !/[\n\r]/.test(text), 'an example request is one line')

export interface Skill {
  /** The handle without `@`. Unique over skills and tools. */
  readonly slug: string
  readonly title: string
  /** The menu line, one to three lines: all that the planner sees of the skill. */
  readonly shortDescription: string
  /** The steps. Their @-mentions, in first-seen order, are the tools and skills it uses. */
  readonly detailedBody: string
  /** Exists for the agent: expands where it is mentioned. */
  readonly enabled: boolean
  /** The planner may pick it. */
  readonly advertised: boolean
  /** Requests that this skill should get; shown to the planner. One line each. */
  readonly examples: readonly string[]
  /**
   * `own`, `builtin:<name>` or `import:<name>`. Names are those in the file that it came from; they stay when the
   * handle changes.
   */
  readonly origin: string
}

/**
 * A skill as a person writes it. In a new skill a missing handle is made from the title, a missing title from the
 * handle, and it is enabled and advertised; in a changed one what is missing stays as it was.
 */
const SkillDraft = z.strictObject({
  handle: z.string().optional(),
  title: Text(maxTitleLength).optional(),
  shortDescription: Text(maxSummaryLength).optional(),
  detailedBody: Text(maxBodyLength).optional(),
  enabled: z.boolean().optional(),
  advertised: z.boolean().optional(),
  examples: z.array(Example).max(maxExamples).optional(),
})

export type SkillDraft = z.infer<typeof SkillDraft>

/** Checks a draft from outside. Throws `invalid-input` naming the field. */
export function parseSkillDraft(value: unknown): SkillDraft {
  const draft = SkillDraft.safeParse(value)
  if (draft.success) return draft.data
  const issue = draft.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  throw new PixieError('invalid-input', {
    what: 'this is not a skill',
    value: field === '' ? undefined : field,
    hint: `${issue?.message ?? 'It has another shape'}. Give title, handle, shortDescription, detailedBody, enabled, advertised and examples.`,
  })
}

/** The shape in which a skill is shown, exported and saved again. */
export interface SkillView {
  title: string
  /** With `@`. */
  handle: string
  shortDescription: string
  detailedBody: string
  enabled: boolean
  advertised: boolean
  examples: string[]
}

export function viewOfSkill(skill: Skill): SkillView {
  const { title, slug, shortDescription, detailedBody, enabled, advertised, examples } = skill
  return {
    title,
    handle: `@${slug}`,
    shortDescription,
    detailedBody,
    enabled,
    advertised,
    examples: [...examples],
  }
}
