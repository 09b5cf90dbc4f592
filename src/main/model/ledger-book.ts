/** Keeps a session's ledger: which part each token that the engine's meter counts belongs to. */
import { type LabelledText, type Ledger, type LedgerPart, sumLedgers, textOf } from '../../shared/ledger.ts'
import type { SessionSpec, TokenUsage } from './engine.ts'

/** Neighbouring tokens of one part. */
export interface PartRun {
  readonly part: LedgerPart
  readonly tokens: number
}

export interface RoundPrompt {
  /** Of the whole prompt. Called at the end of the round. */
  runs(): readonly PartRun[]
  /** Where tokens belong that were given beyond the prompt: a call's fixed words, or replies that are weighed. */
  readonly beyond: 'calls' | 'beginnings'
}

interface Round extends RoundPrompt {
  readonly start: TokenUsage
  /** False while it is not known how many tokens of the prompt the sequence held already. */
  isCounted: boolean
  written: LedgerPart
}

/**
 * A round is one prompt and what the model writes after it. Of each round the tokens are counted that the meter counts:
 * what was evaluated and what was taken over from before, even when an earlier round of the same session had it too.
 * A prompt is given from its beginning, so a round that was broken off has the first so many of its tokens.
 */
export class LedgerBook {
  readonly #ended: Ledger[] = []
  #round: Round | null = null

  begin(prompt: RoundPrompt, usage: TokenUsage): void {
    this.end(usage)
    this.#round = { ...prompt, start: usage, isCounted: false, written: 'answer' }
  }

  /** The meter has counted what the sequence held of the prompt. */
  countedKept(): void {
    if (this.#round !== null) this.#round.isCounted = true
  }

  /** What is being written is a call. */
  isCalling(): void {
    if (this.#round !== null) this.#round.written = 'calls'
  }

  /** @param held how many tokens the sequence holds now; needed for a round that was broken off early */
  end(usage: TokenUsage, held = 0): void {
    const round = this.#round
    this.#round = null
    if (round !== null) this.#ended.push(ledgerOf(round, usage, held))
  }

  /** Of the rounds that are over. */
  read(): Ledger {
    return sumLedgers(this.#ended)
  }
}

function ledgerOf(round: Round, usage: TokenUsage, held: number): Ledger {
  const { start, beyond, written } = round
  const given = usage.evaluated + usage.reused - start.evaluated - start.reused
  const from = round.isCounted ? 0 : Math.max(0, held - given)
  const runs = round.runs()
  const size = runs.reduce((sum, { tokens }) => sum + tokens, 0)
  const taken = slice(runs, from, from + given)
  const inPrompt = taken.reduce((sum, { tokens }) => sum + tokens, 0)
  return sumLedgers([
    { parts: taken, largestPrompt: size },
    { parts: [{ part: beyond, tokens: given - inPrompt }], largestPrompt: 0 },
    { parts: [{ part: written, tokens: usage.generated - start.generated }], largestPrompt: 0 },
  ])
}

function slice(runs: readonly PartRun[], from: number, to: number): PartRun[] {
  let at = 0
  return runs.map(({ part, tokens }) => {
    const begins = at
    at += tokens
    return { part, tokens: Math.max(0, Math.min(at, to) - Math.max(begins, from)) }
  })
}

/** What each text of a session is labelled with where its maker says nothing. */
const usual = { instructions: 'guidance', earlier: 'earlier', tools: 'tool', input: 'question' } as const

export interface SessionLabels {
  readonly instructions: readonly LabelledText[]
  readonly earlier: LedgerPart
  readonly tools: LedgerPart
  readonly input: readonly LabelledText[]
}

/** Throws when labelled pieces are not the text that they stand for. */
export function labelsOf(
  { instructions, labels = {} }: SessionSpec,
  input: string,
  inputPieces: readonly LabelledText[] | undefined,
): SessionLabels {
  return {
    instructions: piecesOf(instructions, labels.instructions, usual.instructions),
    earlier: labels.earlier ?? usual.earlier,
    tools: labels.tools ?? usual.tools,
    input: piecesOf(input, inputPieces, usual.input),
  }
}

function piecesOf(
  text: string,
  pieces: readonly LabelledText[] | undefined,
  part: LedgerPart,
): readonly LabelledText[] {
  if (pieces === undefined) return [{ part, text }]
  if (textOf(pieces) !== text) throw new Error('labelled pieces are not the text that they stand for')
  return pieces
}
