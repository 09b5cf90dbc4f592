import type { LlamaContextSequence, Token } from 'node-llama-cpp'

/**
 * How long one chunk may take: an abort waits for the chunk that is running, and Stop must free the model within a second.
 * Not less than it must, since each chunk costs as much as some six tokens by itself.
 */
const chunkTargetMs = 700
/** Smallest and largest chunk in tokens; the first is small because the machine's speed is not known yet. */
const chunkTokens = { first: 32, least: 16, most: 512 }

/**
 * Evaluates a prompt in short chunks, the signal tested between them, since the library cannot interrupt one evaluation.
 * What the sequence already holds of the prompt is kept. Resolves to the number of tokens kept. Rejects with the
 * signal's reason.
 * @param rest what is left for whoever samples: the last token, or the last chunk with it. Each evaluation costs as much
 * as several tokens, so one is saved where more comes anyway.
 */
export async function prefill(
  sequence: LlamaContextSequence,
  tokens: readonly Token[],
  signal: AbortSignal,
  rest: 'token' | 'chunk',
): Promise<number> {
  signal.throwIfAborted()
  const wanted = tokens.slice(0, -1)
  await sequence.adaptStateToTokens(wanted, false)
  const kept = sequence.nextTokenIndex
  let at = kept
  let size = chunkTokens.first
  while (rest === 'token' ? at < wanted.length : at + size < tokens.length) {
    signal.throwIfAborted()
    const chunk = wanted.slice(at, at + size)
    const startedAt = performance.now()
    await sequence.evaluateWithoutGeneratingNewTokens(chunk)
    at += chunk.length
    size = nextChunkSize(chunk.length, performance.now() - startedAt)
  }
  signal.throwIfAborted()
  return kept
}

/** The chunk size that would have taken the target time at the speed just measured, in steps of the smallest. */
function nextChunkSize(tokens: number, ms: number): number {
  const ideal = (tokens * chunkTargetMs) / Math.max(ms, 1)
  const stepped = Math.floor(ideal / chunkTokens.least) * chunkTokens.least
  return Math.min(chunkTokens.most, Math.max(chunkTokens.least, stepped))
}
