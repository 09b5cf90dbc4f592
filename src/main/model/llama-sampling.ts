import { type LlamaContextSequence, type LlamaModel, type Token, TokenBias } from 'node-llama-cpp'
import type { SessionMeter } from './llama-meter.ts'
import type { ReplyText } from './llama-reply-text.ts'
import { type Run, RunEnd } from './llama-run.ts'

/** Added to the logit of a token that must come next. More than any logit differs. */
const forcedLogit = 1000

/**
 * Called by the library before it samples each token, in calls too, which no other callback is. Keeps the bounds, and
 * forces what leaves the model no choice: the start of a call that it wrote as text, and the end of a call's arguments.
 */
export function sampleHook(
  parts: {
    readonly model: LlamaModel
    readonly sequence: LlamaContextSequence
    readonly meter: SessionMeter
    /** The tokens with which a call begins. */
    readonly callStart: readonly Token[]
    readonly maxTokens: number
  },
  run: Run,
  loop: ReplyText,
): () => TokenBias {
  const { model, sequence, meter, callStart, maxTokens } = parts
  const before = meter.samples
  const none = new TokenBias(model.tokenizer)
  return () => {
    // The library samples once more before it obeys; that token reaches nobody and is not counted.
    const isOver = meter.samples - before >= maxTokens
    meter.countSample(!isOver)
    if (isOver || sequence.nextTokenIndex >= sequence.contextSize - 2) run.end(new RunEnd('max-tokens'))
    const forced = loop.nextForced(callStart) ?? lineBreaks(model, loop.missingLineBreaks())
    return forced === undefined ? none : new TokenBias(model.tokenizer).set(forced, { logit: forcedLogit })
  }
}

/** The token of the most line breaks, `most` at most; undefined where the vocabulary has none. */
export function lineBreaks(
  model: Pick<LlamaModel, 'tokenize' | 'detokenize'>,
  most: number,
): Token | undefined {
  for (let count = most; count > 0; count -= 1) {
    const text = '\n'.repeat(count)
    const [token, ...others] = model.tokenize(text, false, 'trimLeadingSpace')
    if (token !== undefined && others.length === 0 && model.detokenize([token]) === text) return token
  }
  return undefined
}
