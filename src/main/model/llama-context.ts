import type { CustomBatchingPrioritizationStrategy, LlamaContext, LlamaModel } from 'node-llama-cpp'

/** Tokens evaluated at once. Memory grows with it by the vocabulary; larger was not faster. */
const batchTokens = 128

/**
 * The first in the queue, alone. With two sequences in one batch the library samples both at once, and either may be
 * given the other's probabilities (3.21.1). A long prompt's next chunk queues behind the others, so nobody starves.
 */
const oneSequenceABatch: CustomBatchingPrioritizationStrategy = ({ items: [first], size }) =>
  first === undefined ? [] : [{ item: first, processAmount: Math.min(first.tokens.length, size) }]

/**
 * The two contexts of an engine: windows in tokens, and how many warm prefixes each keeps. Large: planner, skill-follower,
 * answer, and one for direct mode or scoring. Small: tool-agents, one a tool. Every sequence takes memory for its whole window.
 */
export const engineContexts = {
  large: { contextTokens: 4096, sequences: 4 },
  small: { contextTokens: 2048, sequences: 6 },
} as const

/** A context of several sequences; the caller disposes it. */
export async function openContext(
  model: LlamaModel,
  {
    threads,
    contextTokens,
    sequences,
  }: { readonly threads: number; readonly contextTokens: number; readonly sequences: number },
): Promise<LlamaContext> {
  return model.createContext({
    contextSize: Math.min(contextTokens, model.trainContextSize),
    sequences,
    batchSize: batchTokens,
    threads,
    flashAttention: 'auto',
    batching: { itemPrioritizationStrategy: oneSequenceABatch },
    // Without it a sliding-window model forgets the prefix it should keep.
    swaFullCache: model.fileInsights.swaSize !== undefined,
    failedCreationRemedy: false,
  })
}
