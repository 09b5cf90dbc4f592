import type { LlamaContextSequence } from 'node-llama-cpp'
import type { TokenUsage } from './engine.ts'

/**
 * Counts one session's tokens from the library's meter.
 *
 * The meter's "input" are tokens evaluated without their logits, its "output" those with. Each evaluation of a prompt
 * therefore shows its last token as output, and each sampled token that is fed back as one more: output equals the
 * number of samples (except when scoring, where nothing is sampled). So:
 * - `generated` = tokens sampled, end tokens and tokens inside calls included;
 * - `evaluated` = input + one for each stretch of sampling, or input + output when scoring;
 * - `reused` = tokens of each rendered prompt (one at each turn of the loop) that the sequence already held.
 */
export class SessionMeter {
  readonly #sequence: LlamaContextSequence
  readonly #start: { input: number; output: number }
  #samples = 0
  #stretches = 0
  #kept = 0
  #position = -1

  constructor(sequence: LlamaContextSequence) {
    this.#sequence = sequence
    const { usedInputTokens: input, usedOutputTokens: output } = sequence.tokenMeter.getState()
    this.#start = { input, output }
  }

  get samples(): number {
    return this.#samples
  }

  /** To be called as each token is sampled. */
  countSample(): void {
    const position = this.#sequence.nextTokenIndex
    if (position !== this.#position + 1) this.#stretches += 1
    this.#position = position
    this.#samples += 1
  }

  /** To be called with what a rendered prompt found in the sequence. */
  countKept(tokens: number): void {
    this.#kept += tokens
  }

  read(): TokenUsage {
    const { usedInputTokens, usedOutputTokens } = this.#sequence.tokenMeter.getState()
    const input = usedInputTokens - this.#start.input
    const output = usedOutputTokens - this.#start.output
    const fedBack = this.#samples - this.#stretches
    return { evaluated: Math.max(0, input + output - fedBack), reused: this.#kept, generated: this.#samples }
  }
}
