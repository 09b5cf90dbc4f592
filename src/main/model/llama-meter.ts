import type { LlamaContextSequence } from 'node-llama-cpp'
import type { TokenUsage } from './engine.ts'

/**
 * Counts one session's tokens from the library's meter.
 *
 * The meter's "input" are tokens evaluated without their logits, its "output" those with. Each evaluation of a prompt
 * therefore shows its last token as output, as does each sampled token that is fed back. So:
 * - `generated` = tokens sampled, end tokens and tokens inside calls included;
 * - `evaluated` = input + output − sampled tokens fed back;
 * - `reused` = tokens of each rendered prompt (one at each turn of the loop) that the sequence already held, be it from
 *   an earlier session or from a state on disk. A constant prefix that was computed for this prompt, to be saved, is in
 *   `evaluated` and nowhere else.
 */
export class SessionMeter {
  readonly #sequence: LlamaContextSequence
  readonly #start: { input: number; output: number }
  #samples = 0
  #fedBack = 0
  #kept = 0
  #promptEnd = 0
  /** Where the sequence stands when a sampled token was fed back, or the rest of a prompt in its place. */
  #expected = -1

  constructor(sequence: LlamaContextSequence) {
    this.#sequence = sequence
    const { usedInputTokens: input, usedOutputTokens: output } = sequence.tokenMeter.getState()
    this.#start = { input, output }
  }

  get samples(): number {
    return this.#samples
  }

  /** To be called when a prompt of so many tokens is evaluated but for its rest, which goes with the first sampled token. */
  expectPrompt(tokens: number): void {
    this.#promptEnd = tokens
  }

  /** To be called before each token is sampled. `isUsed` is false when the token will reach nobody. */
  countSample(isUsed: boolean): void {
    const position = this.#sequence.nextTokenIndex
    if (position === this.#expected) this.#fedBack += 1
    this.#expected = position < this.#promptEnd ? this.#promptEnd : position + 1
    if (isUsed) this.#samples += 1
  }

  /** To be called with what a rendered prompt found in the sequence, and how much of that was computed just before, for it. */
  countKept(tokens: number, computed: number): void {
    this.#kept += Math.max(0, tokens - computed)
  }

  read(): TokenUsage {
    const { usedInputTokens, usedOutputTokens } = this.#sequence.tokenMeter.getState()
    const input = usedInputTokens - this.#start.input
    const output = usedOutputTokens - this.#start.output
    return { evaluated: input + output - this.#fedBack, reused: this.#kept, generated: this.#samples }
  }
}
