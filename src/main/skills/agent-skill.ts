/**
 * The Agent-Skills file format: `SKILL.md`, YAML front matter with `name` and `description`, then the steps.
 * What Pixie knows beyond it stands under `metadata`, in keys that begin with `pixie-`.
 */
import { parse, stringify, YAMLParseError } from 'yaml'
import { z } from 'zod'
import { PixieError } from '../../shared/errors.ts'
import { parseSkillDraft, type Skill, type SkillDraft } from './skill.ts'

export interface AgentSkill {
  readonly draft: SkillDraft
  /** Front-matter keys that mean nothing to Pixie: `license`, `allowed-tools`… */
  readonly unusedKeys: readonly string[]
}

/** All scalars are read as text under YAML's failsafe schema: a skill may be named `on` or `2026`. */
const schema = 'failsafe'

const Flag = z.enum(['true', 'false']).transform((text) => text === 'true')

const FrontMatter = z.looseObject({
  name: z.string().optional(),
  description: z.string().optional(),
  metadata: z
    .looseObject({
      'pixie-title': z.string().optional(),
      'pixie-enabled': Flag.optional(),
      'pixie-advertised': Flag.optional(),
      'pixie-examples': z.string().optional(),
    })
    .optional(),
})

const ownKeys = ['pixie-title', 'pixie-enabled', 'pixie-advertised', 'pixie-examples']

/**
 * Reads a skill file. Its text after the front matter, less one empty line, is the body, byte for byte.
 * Throws `invalid-input` when there is no front matter, it is not YAML, or a value has the wrong shape.
 */
export function parseAgentSkill(text: string): AgentSkill {
  const found = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?(?:\r?\n)?)(?<=\n)---[ \t]*(?:\r?\n|$)/.exec(text)
  if (found === null) {
    throw new PixieError('invalid-input', {
      what: 'this skill file has no front matter',
      value: text.slice(0, 30).split(/[\r\n]/)[0],
      hint: 'Begin it with a line ---, then name: and description:, then a line ---, then the steps.',
    })
  }
  const { name, description, metadata = {}, ...rest } = readFrontMatter(found[1] ?? '')
  const draft = parseSkillDraft({
    handle: name,
    title: metadata['pixie-title'],
    shortDescription: description,
    detailedBody: text.slice(found[0].length).replace(/^\r?\n/, ''),
    enabled: metadata['pixie-enabled'],
    advertised: metadata['pixie-advertised'],
    examples: metadata['pixie-examples']?.split('\n').filter((line) => line !== ''),
  })
  const unusedMetadata = Object.keys(metadata).filter((key) => !ownKeys.includes(key))
  return { draft, unusedKeys: [...Object.keys(rest), ...unusedMetadata.map((key) => `metadata.${key}`)] }
}

/** Writes a skill so that `parseAgentSkill` gives it back. */
export function printAgentSkill(skill: Skill): string {
  const frontMatter = {
    name: skill.slug,
    description: skill.shortDescription,
    metadata: {
      'pixie-title': skill.title,
      'pixie-enabled': String(skill.enabled),
      'pixie-advertised': String(skill.advertised),
      ...(skill.examples.length === 0 ? {} : { 'pixie-examples': skill.examples.join('\n') }),
    },
  }
  return `---\n${stringify(frontMatter, { lineWidth: 0 })}---\n\n${skill.detailedBody}`
}

function readFrontMatter(yaml: string): z.infer<typeof FrontMatter> {
  let value: unknown
  try {
    value = parse(yaml, { schema })
  } catch (cause) {
    const line = cause instanceof YAMLParseError ? cause.linePos?.[0].line : undefined
    throw badFrontMatter(
      line === undefined ? undefined : `line ${line + 1}`,
      'Put quotes around the value.',
      cause,
    )
  }
  const frontMatter = FrontMatter.safeParse(value ?? {})
  if (frontMatter.success) return frontMatter.data
  const key = frontMatter.error.issues[0]?.path.join('.')
  throw badFrontMatter(
    key,
    'name and description are text; pixie-enabled and pixie-advertised are true or false.',
  )
}

function badFrontMatter(value: string | undefined, hint: string, cause?: unknown): PixieError {
  return new PixieError('invalid-input', {
    what: 'the front matter of this skill cannot be read',
    value,
    hint,
    cause,
  })
}
