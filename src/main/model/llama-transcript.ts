import type { Token } from 'node-llama-cpp'

/** Marks a place where the loop took text back and rendered the conversation anew. */
const renderedAnew = '\n[taken back; rendered anew:]\n'

/**
 * The exact text that a session's model was given and produced, control tokens visible.
 * Grows by the state of the sequence at the end of each turn of the loop. A state that does not continue the last one
 * (a call written as text was taken back) is added from the line where they part.
 */
export class Transcript {
  readonly #detokenize: (tokens: readonly Token[]) => string
  #text = ''
  #state = ''

  constructor(detokenize: (tokens: readonly Token[]) => string) {
    this.#detokenize = detokenize
  }

  get text(): string {
    return this.#text
  }

  capture(tokens: readonly Token[]): void {
    this.#add(this.#detokenize(tokens))
  }

  /** After a call the sequence may hold white space that only told the grammar to end. */
  captureCall(tokens: readonly Token[]): void {
    this.#add(this.#detokenize(tokens).trimEnd())
  }

  /** The end token, which is produced but never evaluated. */
  addEnd(text: string): void {
    this.#text += text
  }

  addScores(
    prompt: readonly Token[],
    replyStart: string,
    candidates: readonly string[],
    scores: readonly number[],
  ): void {
    const lines = candidates.map((candidate, index) => {
      const share = Math.exp(scores[index] ?? 0)
      return `\n[scored ${(share * 100).toFixed(1)} %] ${candidate}`
    })
    this.#add(this.#detokenize(prompt))
    this.#text += `${replyStart}${lines.join('')}\n`
    this.#state = ''
  }

  #add(state: string): void {
    if (state.startsWith(this.#state)) this.#text += state.slice(this.#state.length)
    else this.#text += renderedAnew + state.slice(partingLine(this.#state, state))
    this.#state = state
  }
}

/** Start of the line in which two texts part. */
function partingLine(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return other.lastIndexOf('\n', at - 1) + 1
}
