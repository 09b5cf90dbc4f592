/** All that the harness needs from outside: no Electron, no SQL, no model library. */
import type { LabelledText } from '../../shared/ledger.ts'
import type { Clock } from '../../shared/time.ts'
import type { Engine } from '../model/engine.ts'
import type { Tool } from '../tools/tool.ts'
import type { Switches } from './switches.ts'

/** One line of the planner's menu. */
export interface MenuEntry {
  readonly slug: string
  /** The skill's saved example requests; tools have none. */
  readonly examples: readonly string[]
}

/** A skill's steps as L2 reads them. */
export interface SkillSteps {
  readonly slug: string
  readonly body: string
  /** Skills that it mentions, transitively, first appearance first. */
  readonly nested: readonly { readonly slug: string; readonly body: string }[]
}

export interface Expansion {
  /** In binding order. */
  readonly tools: readonly Tool[]
  /** Mentioned but left out, with the reason in plain words. */
  readonly missing: readonly { readonly slug: string; readonly why: string }[]
}

export interface Namespace {
  /** Selected, enabled and advertised; empty means direct mode. */
  menu(): readonly MenuEntry[]
  /** Requests that need no tool, for L1's examples. */
  noToolExamples(): readonly string[]
  /** `toolsForPlan` of the article. */
  expand(slugs: readonly string[]): Expansion
  /** Null for a tool's slug. */
  steps(slug: string): SkillSteps | null
}

/** How common words are in the owner's own data: what makes a word of the question rare. */
export interface Corpus {
  /** Number of notes, log lines and files. */
  size(): number
  /** In how many of them all words of a text stand, by the same loose match as search. */
  frequency(text: string): number
  /** Other words that stand in the data for a folded word of a question; never the word itself. */
  related(word: string): readonly string[]
}

export interface WordRange {
  /** `YYYY-MM-DD`, inclusive. */
  readonly start: string
  readonly end: string
  readonly label: string
  readonly grain: string
}

/** A kept copy of numbers that are costly to compute again, such as L1's scores for an empty request. May forget. */
export interface ScoreCache {
  get(key: string): readonly number[] | null
  set(key: string, scores: readonly number[]): void
}

export interface HarnessPorts {
  readonly engine: Engine
  readonly namespace: Namespace
  /** Tools that the owner granted, in registry order. */
  readonly grantedTools: readonly Tool[]
  /** Callable in every plan besides its own tools, which no step names: the evaluation's stand-ins, none in the app. */
  readonly furtherTools?: readonly Tool[]
  /** The system text as Alignment shows it, for the mode that the menu implies, in pieces. */
  document(): readonly LabelledText[]
  /** The base instructions alone. */
  base(): string
  readonly corpus: Corpus
  readonly scoreCache: ScoreCache
  readonly clock: Clock
  /** Range words to dates in the owner's zone, or null when there is no time in the words. */
  resolveRange(words: string): WordRange | null
  readonly switches: Switches
  /** A failure under its own name where another part knows one, such as a damaged database; others unchanged. */
  explain(error: unknown): unknown
}
