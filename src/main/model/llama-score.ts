import {
  type ControlledEvaluateInputItem,
  type LlamaContextSequence,
  type LlamaModel,
  type Token,
  TokenBias,
} from 'node-llama-cpp'
import { prefill } from './llama-prefill.ts'
import { buildTrie, commonPrefix, scoreTrie } from './token-trie.ts'

/** Added to the allowed tokens so that only they survive the sampler; more than any logit differs, small enough for floats. */
const allowedLogit = 200

/**
 * Scores continuations. `prompts` are whole prompts, one a candidate, that differ only in the candidate.
 * Only branching tokens are evaluated; the sequence is left with the shared beginning.
 */
export async function scoreContinuations(options: {
  readonly model: LlamaModel
  readonly sequence: LlamaContextSequence
  readonly prompts: readonly (readonly Token[])[]
  readonly signal: AbortSignal
}): Promise<{ scores: number[]; kept: number }> {
  const { model, sequence, prompts, signal } = options
  const base = sharedBeginning(prompts)
  const kept = await prefill(sequence, base, signal, 'chunk')
  const trie = buildTrie(prompts.map((prompt) => prompt.slice(base.length)))
  const scores = await scoreTrie(trie, prompts.length, async (path, tokens, isOpen) => {
    signal.throwIfAborted()
    // Paths are made of the candidates' tokens.
    const whole = [...base, ...(path as Token[])]
    await sequence.adaptStateToTokens(whole.slice(0, -1), false)
    const missing: ControlledEvaluateInputItem[] = whole.slice(sequence.nextTokenIndex)
    const last = missing.pop() as Token
    const allowed = tokens as Token[]
    missing.push([last, { generateNext: { probabilities: true, options: sampling(model, allowed, isOpen) } }])
    const output = await sequence.controlledEvaluate(missing)
    const shares = output.at(-1)?.next.probabilities
    return allowed.map((token) => shares?.get(token) ?? 0)
  })
  await sequence.adaptStateToTokens(base, false)
  return { scores, kept }
}

/** The tokens that all of them begin with. */
export function sharedBeginning(prompts: readonly (readonly Token[])[]): Token[] {
  const [first = []] = prompts
  const shared = prompts.reduce(
    (length, prompt) => Math.min(length, commonPrefix(first, prompt)),
    first.length,
  )
  return first.slice(0, shared)
}

/** Only the allowed tokens come back when their shares among themselves are all that is needed: a vocabulary is long. */
function sampling(model: LlamaModel, allowed: readonly Token[], isOpen: boolean) {
  // The library ignores a bias on end tokens.
  if (isOpen || allowed.some((token) => model.isEogToken(token))) return {}
  const tokenBias = new TokenBias(model.tokenizer)
  for (const token of allowed) tokenBias.set(token, { logit: allowedLogit })
  return { temperature: 1, topK: allowed.length, topP: 1, minP: 0, seed: 0, tokenBias }
}
