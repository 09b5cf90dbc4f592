/** What the owner decides that the agent is told: base instructions, blurbs, and the skills that it plans over. */
import { z } from 'zod'
import type { AlignmentState, PricedDocument } from '../../shared/contract/alignment.ts'
import { LongText } from '../../shared/contract/define.ts'
import { PixieError } from '../../shared/errors.ts'
import type { LabelledText } from '../../shared/ledger.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { MenuLine } from '../skills/registry.ts'
import type { SkillHooks, Skills } from '../skills/store.ts'
import type { Db } from '../store/database.ts'
import { writeTransaction } from '../store/writers.ts'
import type { ToolName } from '../tools/tool.ts'
import type { BaseDraft } from './base-draft.ts'
import { choicesOf } from './choices.ts'
import {
  type BlurbName,
  blurbNames,
  type Choice,
  composeParts,
  defaultBase,
  documentOf,
  documentPieces,
} from './compose.ts'
import { type CountTokens, contextTokens, type PricedPart, priceParts } from './ledger.ts'

/** What the document must leave of the window for the plan tool, examples, question and reply. In tokens. */
const reservedTokens = 1_536

/** Each left out stays as it is. */
const AlignmentChange = z.strictObject({
  /** Null = back to the shipped text. */
  base: LongText.refine((text) => text.isWellFormed(), 'holds half a character')
    .nullable()
    .optional(),
  /** Handles in menu order; an empty list turns planning off; null = every advertised skill. */
  skills: z.array(z.string()).nullable().optional(),
  blurbs: z.array(z.enum(blurbNames)).optional(),
})

export type AlignmentChange = z.infer<typeof AlignmentChange>

/** A change as a file holds it: JSON `{base?, skills?, blurbs?}`, else new base instructions. Throws `invalid-input`. */
export function parseAlignmentChange(text: string): AlignmentChange {
  const words = text.replace(/^\uFEFF/, '')
  if (words.trim() === '')
    throw notAChange(undefined, 'It is empty. To reset the base instructions give {"base": null}.')
  if (!words.trimStart().startsWith('{')) return parseChange({ base: words })
  let value: unknown
  try {
    value = JSON.parse(words)
  } catch (cause) {
    throw notAChange(
      undefined,
      'It begins with { and is not JSON. Correct it, or begin a plain text with a word.',
      cause,
    )
  }
  return parseChange(value)
}

/** A change from outside. Throws `invalid-input` naming what has the wrong shape. */
export function parseChange(value: unknown): AlignmentChange {
  const change = AlignmentChange.safeParse(value)
  if (change.success) return change.data
  const issue = change.error.issues[0]
  throw notAChange(
    issue?.path.join('.') || undefined,
    `${issue?.message ?? 'It has another shape'}. Give base (text or null), skills (handles or null), blurbs (of ${blurbNames.join(', ')}).`,
  )
}

function notAChange(value: string | undefined, hint: string, cause?: unknown): PixieError {
  return new PixieError('invalid-input', {
    what: 'this cannot be taken over into Alignment',
    value,
    hint,
    cause,
  })
}

export interface AlignmentView {
  /** Exactly what the model receives. */
  readonly document: string
  readonly parts: readonly PricedPart[]
  readonly tokens: number
  readonly contextTokens: number
}

export interface Alignment {
  /** At least one selected skill that is enabled and advertised: `plan`. Else `direct`. */
  mode(): 'plan' | 'direct'
  /** What the planner may pick; empty in direct mode. */
  menu(): MenuLine[]
  /** The system text of the present mode, or of direct mode, whatever skills are selected. */
  document(mode?: 'direct'): string
  /** The same in pieces, for the ledger. */
  documentPieces(mode?: 'direct'): LabelledText[]
  /** The base instructions alone. */
  base(): string
  /** The loaded model's tokenizer; null when there is none. */
  tokenizer(): Promise<CountTokens | null>
  /** The document and its price; exact when a tokenizer can be had. */
  show(): Promise<AlignmentView>
  /** What a change would come to, without making it. */
  price(change: AlignmentChange): Promise<PricedDocument>
  /** Everything that can be chosen, and what is. */
  state(): Promise<AlignmentState>
  /**
   * Takes over a change, whole or not at all. Throws `not-found` for a handle that is no skill, `context-exceeded`
   * with the overage when the document would leave too little of the window. With `replaces`, other base instructions
   * than these are left as they are: throws `changed-meanwhile`.
   */
  set(change: AlignmentChange, replaces?: string): Promise<void>
}

export interface AlignmentDeps {
  readonly db: Db
  readonly settings: SettingsStore
  readonly skills: Pick<Skills, 'registry'>
  /** Another selection than the saved one, for a preview. */
  readonly selected?: () => readonly string[] | null
  /** Tools without a grant are not offered. */
  isGranted(tool: ToolName): boolean
  /** May load the model's vocabulary; null when there is no model. Called for each price. */
  tokenizer(): Promise<CountTokens | null>
}

export function createAlignment(deps: AlignmentDeps): Alignment {
  const { settings } = deps
  const base = () => settings.get('baseInstructions') ?? defaultBase
  const selected = deps.selected ?? (() => settings.get('selectedSkills'))
  const menuOf = (selected: readonly string[] | null) => deps.skills.registry().menu(selected, deps.isGranted)
  const choice = (change: AlignmentChange = {}): Choice => ({
    base: change.base === undefined ? settings.get('baseInstructions') : change.base,
    blurbs: change.blurbs ?? settings.get('blurbsOn').filter(isBlurb),
    menu: menuOf(change.skills === undefined ? selected() : change.skills),
  })
  const priced = (change: AlignmentChange, countTokens: CountTokens | null): PricedDocument => {
    const chosen = choice(change)
    const parts = composeParts(chosen)
    const ledger = priceParts(parts, countTokens)
    return {
      mode: chosen.menu.length > 0 ? 'plan' : 'direct',
      document: documentOf(parts),
      parts: ledger.parts.map(({ part, text, tokens }) => ({ part, text, tokens })),
      tokens: ledger.tokens,
      isExact: countTokens !== null,
      window: contextTokens,
      reserved: reservedTokens,
      over: Math.max(0, ledger.tokens - (contextTokens - reservedTokens)),
    }
  }
  const parts = (mode?: 'direct') => composeParts(choice(mode === 'direct' ? { skills: [] } : {}))
  return {
    mode: () => (choice().menu.length > 0 ? 'plan' : 'direct'),
    menu: () => [...choice().menu],
    document: (mode) => documentOf(parts(mode)),
    documentPieces: (mode) => documentPieces(parts(mode)),
    base,
    tokenizer: deps.tokenizer,
    async show() {
      const countTokens = await deps.tokenizer()
      const parts = composeParts(choice())
      return { document: documentOf(parts), ...priceParts(parts, countTokens), contextTokens }
    },
    async price(change) {
      return priced(change, await deps.tokenizer())
    },
    async state() {
      const countTokens = await deps.tokenizer()
      const text = base()
      return {
        ...priced({}, countTokens),
        base: text,
        isDefaultBase: text === defaultBase,
        defaultBase,
        ...choicesOf(deps, selected(), countTokens),
      }
    },
    async set(change, replaces) {
      const countTokens = await deps.tokenizer()
      writeTransaction(deps.db, () => {
        if (replaces !== undefined && replaces !== base()) throw changedMeanwhile()
        const skills = slugsOf(deps.skills, change.skills)
        assertFits(composeParts(choice(change)), countTokens)
        if (change.base !== undefined) settings.set('baseInstructions', change.base)
        if (skills !== undefined) settings.set('selectedSkills', skills)
        if (change.blurbs !== undefined) settings.set('blurbsOn', [...new Set(change.blurbs)])
      })
    },
  }
}

/** Keeps what Alignment saved, and what is being written there, pointing at the skills it meant. */
export function alignmentHooks(settings: SettingsStore, draft: Pick<BaseDraft, 'rewrite'>): SkillHooks {
  const change = (slugs: (selected: readonly string[]) => string[]) => {
    const selected = settings.get('selectedSkills')
    if (selected !== null) settings.set('selectedSkills', slugs(selected))
  }
  return {
    renamed(from, to, rewrite) {
      change((selected) => selected.map((slug) => (slug === from ? to : slug)))
      const base = settings.get('baseInstructions')
      if (base !== null) settings.set('baseInstructions', rewrite(base))
    },
    rewriteDrafts: (rewrite) => draft.rewrite(rewrite),
    deleted(slug) {
      change((selected) => selected.filter((other) => other !== slug))
    },
    saved: () => JSON.stringify(savedOf(settings)),
    putBack(before, after) {
      const [was, became, now] = [parseSaved(before), parseSaved(after), savedOf(settings)]
      // What its owner has changed meanwhile stays theirs.
      if (JSON.stringify(now.skills) === JSON.stringify(became.skills))
        settings.set('selectedSkills', was.skills)
      if (now.base === became.base) settings.set('baseInstructions', was.base)
    },
  }
}

const Saved = z.strictObject({ skills: z.array(z.string()).nullable(), base: z.string().nullable() })
type Saved = z.infer<typeof Saved>

function savedOf(settings: SettingsStore): Saved {
  return { skills: settings.get('selectedSkills'), base: settings.get('baseInstructions') }
}

function parseSaved(json: string): Saved {
  return Saved.parse(JSON.parse(json))
}

function isBlurb(name: string): name is BlurbName {
  return blurbNames.some((known) => known === name)
}

function slugsOf(
  skills: AlignmentDeps['skills'],
  handles: AlignmentChange['skills'],
): string[] | null | undefined {
  if (handles === undefined || handles === null) return handles
  const registry = skills.registry()
  return [...new Set(handles.map((handle) => registry.demandSkill(handle).slug))]
}

function changedMeanwhile(): PixieError {
  return new PixieError('changed-meanwhile', {
    what: 'the base instructions were changed elsewhere a moment ago',
    hint: 'Look at what changed, then save again.',
  })
}

function assertFits(parts: ReturnType<typeof composeParts>, countTokens: CountTokens | null): void {
  const { parts: priced, tokens } = priceParts(parts, countTokens)
  const over = tokens - (contextTokens - reservedTokens)
  if (over <= 0) return
  const largest = priced.reduce((most, part) => (part.tokens > most.tokens ? part : most))
  throw new PixieError('context-exceeded', {
    what: 'this is more than the model can be told',
    value: `${countTokens === null ? 'about ' : ''}${over} tokens over`,
    hint: `Shorten it: the largest part is ${nameOfPart(largest.part)} with ${largest.tokens} tokens.`,
  })
}

function nameOfPart(part: PricedPart['part']): string {
  if (part === 'base') return 'the base instructions'
  if (part === 'skills') return 'the list of skills'
  return part === 'tools' ? 'the list of tools' : `the text about ${part.slice('blurb:'.length)}`
}
