/** The shape every tool has. One file a tool; `registry.ts` lists them. Data and a function, nothing of the harness. */
import type { Arguments, ArgumentsSchema } from '../../shared/json-schema.ts'

/** What the model calls. Reserved in the namespace, as are the slugs. */
export type ToolName =
  | 'check_notebook'
  | 'find_file'
  | 'list_devices'
  | 'grep_memory'
  | 'current_date'
  | 'queryCalendar'

/** The pill a person sees while the tool runs. */
export type PillLabel = 'Notebook' | 'Files' | 'Memory' | 'Date' | 'Calendar'

/** A thing a tool found, with its exact bytes: what goes to the side channel, never through a model's paraphrase. */
export type Found = FoundFile | FoundNote | FoundMemory | FoundEvent | FoundDate

export interface FoundFile {
  kind: 'file'
  id: string
  title: string
  path: string
  /** Where in the file the best passage is: `page 3`, `line 12`, or null. */
  location: string | null
  device: string
  /** Why this file: `name and text match, 3 days old`. */
  reason: string
  score: number
  /** The extracted text, whole (up to the index's cap). */
  text: string
  /** True for the one the tool attached; runners-up are false. */
  attached: boolean
}

export interface FoundNote {
  kind: 'note'
  id: string
  title: string
  text: string
  score: number
}

export interface FoundMemory {
  kind: 'memory'
  id: string
  /** `chat`, `journal`, `post`, `message` or `call`. */
  logKind: string
  who: string | null
  /** ISO 8601 with offset. */
  at: string
  text: string
  score: number
}

export interface FoundEvent {
  kind: 'event'
  id: string
  title: string
  /** ISO 8601 with offset, or `YYYY-MM-DD` for whole days. */
  start: string
  end: string
  allDay: boolean
  location: string | null
  calendar: string
}

export interface FoundDate {
  kind: 'date'
  id: string
  title: string
  /** Today and the ranges, as the tool's text says them. */
  text: string
  /** `YYYY-MM-DD`. */
  today: string
  /** `HH:MM` in the owner's zone. */
  time: string
}

export interface ToolResult {
  /** The compact result: what the model reads. At most about 100 tokens, titles first. */
  text: string
  /** Best first. Empty = nothing found. */
  found: Found[]
}

export interface ToolContext {
  signal: AbortSignal
  /** The person's own words of this turn, for what code resolves better than a model (ranges, rare words). */
  question: string
  /** L2's instruction, or null when the tool is bound directly. */
  instruction: string | null
}

export interface Tool {
  readonly name: ToolName
  readonly slug: string
  readonly pill: PillLabel
  /** Shown in pickers and lists: `Find a file`. */
  readonly title: string
  /** One line for people and for the menu when advertised. */
  readonly summary: string
  /** The article's signature line for L2, verbatim, without line breaks. */
  readonly signature: string
  /** False: bound, but not told to L2 (`list_devices`). */
  readonly l2Exposed: boolean
  /** True: offered to the planner as a handle of its own (`current_date`). */
  readonly advertiseInMenu: boolean
  /** Requests it is for, shown to the planner beside its line; only for tools that are advertised. */
  readonly examples?: readonly string[]
  /** The full schema's text, read by L3 only. */
  readonly description: string
  readonly parameters: ArgumentsSchema
  /** Crafting rules appended to L3's instructions; one per line; empty when the tool has no arguments. */
  readonly craftingRules: string
  /** Validates values (form is already guaranteed), runs, never writes. Throws `PixieError` when it cannot run. */
  run(args: Arguments, context: ToolContext): Promise<ToolResult>
  /**
   * Arguments that code knows better than a model, or null. E.g. the calendar resolves the range words of the
   * question and the instruction itself; L3 then copies, or is skipped.
   */
  resolveArguments?(context: Pick<ToolContext, 'question' | 'instruction'>): Arguments | null
  /** What it does follows from the question and the instruction, whatever its arguments are. */
  readonly followsWords?: boolean
}
