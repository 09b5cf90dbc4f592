/**
 * The engine port: all that the harness knows of a model. Implemented by `llama.ts` (the real addon) and by
 * `scripted-engine.ts` (tests). Nothing here names a library.
 */
import type { Arguments, ArgumentsSchema } from '../../shared/json-schema.ts'
import type { LabelledText, Ledger, LedgerPart } from '../../shared/ledger.ts'
import type { PromptProfile } from './profile.ts'

/** Which of the harness' jobs a session does. It decides the context: `l3` runs in the small one, all others in the large one. */
export type SessionRole = 'planner' | 'l2' | 'l3' | 'answer' | 'direct'

/**
 * A tool as the model sees it. `execute` gets arguments that already fit `parameters`.
 * It returns the text the model reads as the result. It may throw: the same object then leaves `respond`,
 * the session must not be used again, and the engine stays usable.
 */
export interface BoundTool {
  readonly name: string
  readonly description: string
  readonly parameters: ArgumentsSchema
  execute(args: Arguments, context: { signal: AbortSignal }): Promise<string>
}

/** An earlier exchange the model is shown before the input: example requests, or the conversation so far. */
export interface EarlierTurn {
  readonly user: string
  readonly reply: string
}

export interface SessionSpec {
  readonly role: SessionRole
  /** The trace tag: `planner`, `l2`, `l3.<tool>.<step>`, `answer`. */
  readonly tag: string
  /** The system text. Constant text first: sessions that share a prefix share its evaluation. */
  readonly instructions: string
  readonly earlier?: readonly EarlierTurn[]
  readonly tools?: readonly BoundTool[]
  /**
   * When the model must call a tool. `first`: its first round is a call, later rounds are free.
   * `once`: its first round is a call, after the result only text. `free`: never forced. Default `free`.
   */
  readonly mustCall?: 'first' | 'once' | 'free'
  /**
   * A call that the model writes as text: `repair` makes it a real one, `keep` leaves it in the reply as in a session
   * without tools, which shows what the repair is worth. Default `repair`.
   */
  readonly narratedCalls?: 'repair' | 'keep'
  /** For the ledger: which parts the texts are. Pieces put together are the instructions, byte for byte, or it throws. */
  readonly labels?: {
    readonly instructions?: readonly LabelledText[]
    readonly earlier?: LedgerPart
    readonly tools?: LedgerPart
  }
}

export interface RespondOptions {
  readonly signal: AbortSignal
  /**
   * Called with each piece of text as it is generated (never call syntax, never half a character). Must not throw.
   * A sentence that the model writes before a call arrives too, though it is no part of `Reply.text`: what was shown
   * before a tool ran is to be taken back.
   */
  onText?(text: string): void
  /** Upper bound on generated tokens over the whole loop, calls included. */
  readonly maxTokens: number
  /** Upper bound on the whole loop, running tools included; passing it ends with `end: 'time'`. */
  readonly timeLimitMs: number
  /** The reply is made to begin with this text, which is not repeated in `text`. Only for sessions without tools. */
  readonly replyStart?: string
  /** For the ledger: which parts the input is made of. */
  readonly inputPieces?: readonly LabelledText[]
}

export interface Reply {
  /** The final text, without call syntax and surrounding white space. May be empty. */
  readonly text: string
  readonly end: 'done' | 'max-tokens' | 'time'
}

/** The beginning of a call of a bound tool, up to where the value of its first argument, a text, begins. */
export interface CallStart {
  readonly tool: string
  readonly argument: string
}

export interface ScoreOptions {
  readonly signal: AbortSignal
  /** The beginning of the reply, before the candidates, e.g. `I'll use `; or a call of which the candidates are values. */
  readonly replyStart: string | CallStart
  /** At least one, all different. */
  readonly candidates: readonly string[]
  /** For the ledger: which parts the input is made of. */
  readonly inputPieces?: readonly LabelledText[]
}

/** Counted by the engine's own meter. */
export interface TokenUsage {
  /** Prompt tokens that were really computed. */
  evaluated: number
  /** Prompt tokens taken from a warm prefix. */
  reused: number
  generated: number
}

export interface SessionRecord {
  readonly tokens: TokenUsage
  /** The exact text the model was given and produced, control tokens visible. Grows with each call. */
  readonly transcript: string
  /** The tokens by part, of all calls that are over; then its sum is that of `tokens`. */
  readonly ledger: Ledger
}

export interface Session {
  /**
   * One user turn on the native loop: generate, run called tools, go on, until the model replies with text.
   * Rejects with `PixieError` `context-exceeded` (nothing was evaluated; the hint names the part that is too long),
   * `stopped` (the signal), `engine-failed`; or with whatever a tool threw, unchanged.
   * A session answers one input; to ask something else make another session.
   */
  respond(input: string, options: RespondOptions): Promise<Reply>
  /**
   * Natural logarithm of the probability of each candidate, in the order given, as the continuation of
   * `replyStart`, under decoding that allows only the candidates: at each token where candidates part, the
   * model's probabilities of the allowed tokens are normalised to one. Their exponentials sum to one.
   * Generates nothing; the evaluated prompt stays warm for a following `respond` with the same input.
   */
  score(input: string, options: ScoreOptions): Promise<number[]>
  /** The exact number of prompt tokens that `respond(input)` would send in its first round, up to where the model's own words begin. */
  countPrompt(input: string): number
  record(): SessionRecord
  /** Gives the sequence back (warm). Safe to call twice. */
  dispose(): Promise<void>
}

export interface EngineModel {
  /** Catalogue id, or the file name of a model given by path. */
  readonly id: string
  readonly path: string
  readonly sha256: string | null
}

export interface Engine {
  readonly model: EngineModel
  readonly profile: PromptProfile
  /** 4,096: the window that every prompt and its reply must fit, whatever the model could take. */
  readonly contextTokens: number
  /** Exact tokens of a text by the loaded tokenizer, special tokens in it read as plain text. */
  countTokens(text: string): number
  /** A session with an empty history on a warm sequence. Waits while none is free. */
  createSession(spec: SessionSpec): Promise<Session>
  /**
   * Evaluates what the prompts of such sessions begin with, unless it is kept already, and keeps it for later ones, in
   * this process and the next. Gives way within a second when the signal aborts, and rejects then.
   * Left out by engines that keep nothing.
   */
  warm?(spec: SessionSpec, signal: AbortSignal): Promise<void>
  /** Sum over all sessions since the engine was made. */
  usage(): TokenUsage
  /** Ends what runs, frees contexts, model and threads. Safe to call twice. */
  dispose(): Promise<void>
}
