/** What a model was given and what it wrote, in tokens, by the part of Pixie that each token came from. */

/** In the order in which a turn's prompts hold them. */
export const ledgerParts = [
  /** The base instructions of Alignment. */
  'base',
  /** What Alignment tells about the owner's data, where it is switched on. */
  'blurbs',
  /** The skills and tools that the planner chooses from. */
  'menu',
  /** Pixie's own words to the model: what it is to do in a step. */
  'guidance',
  /** The chosen skill, and the skills that it mentions. */
  'steps',
  'signatures',
  /** The schema of the tool that declares a plan. */
  'plan-tool',
  /** The schema of the tool that runs tools. */
  'call-tool',
  /** The schemas of tools that look something up. */
  'tool',
  /** Requests and sources that are shown with the right reply. */
  'examples',
  /** Earlier exchanges of the conversation. */
  'earlier',
  /** The plan's sentence. */
  'plan',
  'question',
  /** What a tool-agent was told to get. */
  'request',
  /** Calls: as the model wrote them, and as it read them again. */
  'calls',
  /** What the tools found, and the passages that answers are written from. */
  'results',
  /** Replies that were weighed against each other, and beginnings of replies that were given. */
  'beginnings',
  /** What the model wrote that is no call. */
  'answer',
  /** What the model's chat format puts around all of it. */
  'format',
] as const

export type LedgerPart = (typeof ledgerParts)[number]

export interface LabelledText {
  readonly part: LedgerPart
  readonly text: string
}

/** A ledger as it is kept. One of a later Pixie may name parts that this one does not know. */
export interface Ledger {
  /** Parts with no token are left out. Their sum is what the engine's meter says: evaluated + reused + generated. */
  readonly parts: readonly { readonly part: string; readonly tokens: number }[]
  /** Tokens of the largest prompt that was given at once. */
  readonly largestPrompt: number
}

export const emptyLedger: Ledger = { parts: [], largestPrompt: 0 }

/** The text that the pieces make when put together. */
export function textOf(pieces: readonly LabelledText[]): string {
  return pieces.map(({ text }) => text).join('')
}

export function ledgerTotal({ parts }: Ledger): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0)
}

export function sumLedgers(ledgers: readonly Ledger[]): Ledger {
  const tokens = new Map<string, number>()
  for (const { parts } of ledgers)
    for (const entry of parts) tokens.set(entry.part, (tokens.get(entry.part) ?? 0) + entry.tokens)
  return {
    parts: inPromptOrder([...tokens].map(([part, sum]) => ({ part, tokens: sum }))),
    largestPrompt: Math.max(0, ...ledgers.map(({ largestPrompt }) => largestPrompt)),
  }
}

/** Parts that are not known come last. */
function inPromptOrder(parts: Ledger['parts']): Ledger['parts'] {
  const names: readonly string[] = ledgerParts
  const place = (part: string) => (names.includes(part) ? names.indexOf(part) : names.length)
  return parts
    .filter(({ tokens }) => tokens !== 0)
    .toSorted((one, other) => place(one.part) - place(other.part))
}
