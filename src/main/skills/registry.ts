/** The flat namespace over skills and tools at one moment: resolve, expand, menu. Pure; made anew for each use. */
import { PixieError } from '../../shared/errors.ts'
import { mentionedSlugs, printMention } from '../../shared/mention.ts'
import { makeSlug } from '../../shared/slug.ts'
import type { Tool, ToolName } from '../tools/tool.ts'
import { nearestSlug } from './nearest.ts'
import type { Skill } from './skill.ts'

/** What the namespace needs of a tool. */
export type ToolEntry = Pick<
  Tool,
  'name' | 'slug' | 'l2Exposed' | 'advertiseInMenu' | 'title' | 'summary' | 'examples' | 'pill' | 'signature'
>

export type Resolved = { kind: 'skill'; skill: Skill } | { kind: 'tool'; tool: ToolEntry }

export interface Missing {
  readonly slug: string
  /** `unknown`: nothing has this handle. `disabled`: a skill that is switched off. `no-grant`: the tool may not be used. */
  readonly why: 'unknown' | 'disabled' | 'no-grant'
}

export interface ToolsForPlan {
  /** What gets bound, in order of first appearance. */
  readonly tools: readonly ToolName[]
  /** The slugs of the skills that were expanded, in order of first appearance. */
  readonly skills: readonly string[]
  readonly missing: readonly Missing[]
}

export interface MenuLine {
  readonly slug: string
  /** Without `- @slug: `; one line. */
  readonly text: string
  readonly kind: 'skill' | 'tool'
  /** The skill's example requests; empty for a tool. */
  readonly examples: readonly string[]
}

export interface Registry {
  readonly skills: readonly Skill[]
  readonly tools: readonly ToolEntry[]
  /** Whether a folded slug belongs to a skill or a tool. Give it to `parseMentions`. */
  isKnown(slug: string): boolean
  /** Handles with or without `@`, in any case, with `_` for `-`. Null when nothing has it. */
  resolve(handle: string): Resolved | null
  /**
   * The article's `toolsForPlan`: tools pass, enabled skills expand to their mentions recursively (each once),
   * order of first appearance. What cannot be bound is in `missing`, each slug once.
   */
  toolsForPlan(handles: readonly string[], isGranted?: (tool: ToolName) => boolean): ToolsForPlan
  /** What `handle` brings with it. A skill expands even when it is itself disabled. Throws `not-found`. */
  closure(handle: string): ToolsForPlan
  /**
   * The planner's menu: the selected skills that are enabled and advertised, in the order of the selection
   * (null = all of them, in their own order), then the tools that are advertised on their own. Empty when no skill is left.
   */
  menu(selected: readonly string[] | null, isGranted?: (tool: ToolName) => boolean): MenuLine[]
  /** "Did you mean": the known handle nearest to an unknown one, without `@`, or null. */
  nearest(handle: string): string | null
  /** Throws `not-found` with a "did you mean". */
  demandSkill(handle: string): Skill
}

export function createRegistry(skills: readonly Skill[], tools: readonly ToolEntry[]): Registry {
  const entries = new Map<string, Resolved>()
  for (const skill of skills) entries.set(skill.slug, { kind: 'skill', skill })
  for (const tool of tools) entries.set(tool.slug, { kind: 'tool', tool })
  const isKnown = (slug: string) => entries.has(slug)
  const resolve = (handle: string) => entries.get(makeSlug(handle)) ?? null
  const nearest = (handle: string) => nearestSlug(makeSlug(handle), namesOf(entries))

  return {
    skills,
    tools,
    isKnown,
    resolve,
    nearest,
    toolsForPlan(handles, isGranted = always) {
      return expand(entries, handles.map(makeSlug), { isGranted })
    },
    closure(handle) {
      const slug = makeSlug(handle)
      if (!isKnown(slug)) throw unknownHandle(handle, nearest(handle))
      return expand(entries, [slug], { isGranted: always, evenDisabled: slug })
    },
    menu(selected, isGranted = always) {
      const chosen = selected === null ? skills : selected.map((handle) => skillAt(entries, makeSlug(handle)))
      const lines = [...new Set(chosen)].flatMap((skill) => (skill === null ? [] : skillLine(skill)))
      if (lines.length === 0) return []
      return [...lines, ...tools.filter((tool) => isGranted(tool.name)).flatMap(toolLine)]
    },
    demandSkill(handle) {
      const entry = resolve(handle)
      if (entry?.kind === 'skill') return entry.skill
      if (entry === null) throw unknownHandle(handle, nearest(handle))
      throw new PixieError('not-found', {
        what: 'this handle is a tool, not a skill',
        value: printMention(entry.tool.slug),
        hint: 'Tools are built in and cannot be changed; skills can.',
        command: 'pixie skills list',
      })
    },
  }
}

const always = () => true

interface ExpandOptions {
  isGranted(tool: ToolName): boolean
  /** This skill expands although it may be disabled. */
  evenDisabled?: string
}

/** Depth first, each handle once, so that a skill that reaches itself simply stops there. */
function expand(
  entries: ReadonlyMap<string, Resolved>,
  slugs: readonly string[],
  options: ExpandOptions,
): ToolsForPlan {
  const tools = new Set<ToolName>()
  const skills = new Set<string>()
  const missing = new Map<string, Missing>()
  const isKnown = (slug: string) => entries.has(slug)
  const next = slugs.toReversed()
  for (let slug = next.pop(); slug !== undefined; slug = next.pop()) {
    const entry = entries.get(slug)
    if (entry === undefined) missing.set(slug, { slug, why: 'unknown' })
    else if (entry.kind === 'tool') {
      if (options.isGranted(entry.tool.name)) tools.add(entry.tool.name)
      else missing.set(slug, { slug, why: 'no-grant' })
    } else if (!entry.skill.enabled && slug !== options.evenDisabled) {
      missing.set(slug, { slug, why: 'disabled' })
    } else if (!skills.has(slug)) {
      skills.add(slug)
      next.push(...mentionedSlugs(entry.skill.detailedBody, { isKnown }).reverse())
    }
  }
  return { tools: [...tools], skills: [...skills], missing: [...missing.values()] }
}

function skillAt(entries: ReadonlyMap<string, Resolved>, slug: string): Skill | null {
  const entry = entries.get(slug)
  return entry?.kind === 'skill' ? entry.skill : null
}

function skillLine(skill: Skill): MenuLine[] {
  if (!skill.enabled || !skill.advertised) return []
  const text = oneLine(skill.shortDescription)
  return [{ slug: skill.slug, text, kind: 'skill', examples: skill.examples }]
}

function toolLine(tool: ToolEntry): MenuLine[] {
  if (!tool.advertiseInMenu) return []
  return [{ slug: tool.slug, text: oneLine(tool.summary), kind: 'tool', examples: tool.examples ?? [] }]
}

/** A menu line is one line, so that no summary can write a line of its own. */
function oneLine(text: string): string {
  return text.trim().replace(/\s*[\n\r\u2028\u2029]\s*/g, ' ')
}

function namesOf(entries: ReadonlyMap<string, Resolved>): Map<string, string> {
  const names = new Map<string, string>()
  for (const [slug, entry] of entries) {
    names.set(slug, slug)
    if (entry.kind === 'tool') names.set(makeSlug(entry.tool.name), slug)
  }
  return names
}

export function unknownHandle(handle: string, nearest: string | null): PixieError {
  const meant = nearest === null ? '' : `Did you mean ${printMention(nearest)}? `
  return new PixieError('not-found', {
    what: 'nothing has this handle',
    value: handle,
    hint: `${meant}See all handles in the list of skills.`,
    command: 'pixie skills list',
  })
}
