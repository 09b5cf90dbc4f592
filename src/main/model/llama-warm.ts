import {
  getModuleVersion,
  type Llama,
  type LlamaContext,
  type LlamaContextSequence,
  type LlamaModel,
  type Token,
} from 'node-llama-cpp'
import { prefill } from './llama-prefill.ts'
import { commonPrefix } from './token-trie.ts'
import { type WarmFacts, type WarmStore, warmKey } from './warm-store.ts'

/** A shorter prefix is evaluated faster than its state is read, hashed and managed. Tokens. */
const leastPrefixTokens = 128
/** Fewer missing tokens than this are evaluated at once: where a prefix meets the input they may differ by a token. */
const nearlyTokens = 32

/** Brings the constant prefixes of one context's sequences from the disk, and to it. */
export interface PrefixWarmer {
  /**
   * To be called before the prompt that begins with `prefix` is evaluated. Afterwards the sequence holds the prefix,
   * unless that was short or all but there. Resolves to how many of its tokens were computed just now.
   * Rejects only with the signal's reason or what the evaluation throws.
   */
  warm(sequence: LlamaContextSequence, prefix: readonly Token[], signal: AbortSignal): Promise<number>
  /** Whether `warm` would have to compute a prefix that is worth keeping, and did not in this process. */
  lacks(prefix: readonly Token[]): Promise<boolean>
}

/** Null for models whose state may not be cut where prompts part: sliding windows and recurrent layers. */
export async function createPrefixWarmer(options: {
  readonly llama: Llama
  readonly model: LlamaModel
  readonly context: LlamaContext
  /** Names the model's very bytes. */
  readonly modelKey: string
  readonly store: WarmStore
}): Promise<PrefixWarmer | null> {
  const { model, context, store } = options
  const { swaSize, isRecurrent, isHybrid } = model.fileInsights
  if (swaSize !== undefined || isRecurrent || isHybrid) return null
  const facts = await warmFacts(options)
  const isKept = ({ length }: readonly Token[]) => length >= leastPrefixTokens && length < context.contextSize
  /** Where nothing can be saved, a prefix is not computed again and again to be saved. */
  const computed = new Set<string>()
  return {
    async lacks(prefix) {
      if (!isKept(prefix)) return false
      const key = warmKey(facts, prefix)
      return !computed.has(key) && !(await store.has(key))
    },
    async warm(sequence, prefix, signal) {
      if (!isKept(prefix)) return 0
      const held = commonPrefix(sequence.contextTokens, prefix)
      if (prefix.length - held < nearlyTokens) return 0
      const key = warmKey(facts, prefix)
      if (await load(store, key, sequence, prefix, signal)) return 0
      // The last token too, which a prompt's own evaluation leaves for the sampler.
      const kept = await prefill(sequence, [...prefix, ...prefix.slice(-1)], signal, 'token')
      computed.add(key)
      await store.save(key, async (file) => (await sequence.saveStateToFile(file)).fileSize)
      return prefix.length - kept
    },
  }
}

/** What a model given without a hash is told by. */
export function modelKeyOf(path: string, { size, mtimeMs }: { size: number; mtimeMs: number }): string {
  return JSON.stringify([path, size, mtimeMs])
}

async function warmFacts(options: Parameters<typeof createPrefixWarmer>[0]): Promise<WarmFacts> {
  const { llama, model, context, modelKey } = options
  const { repo, release } = llama.llamaCppRelease
  return {
    model: modelKey,
    library: `${await getModuleVersion()} ${repo} ${release}`,
    contextTokens: context.contextSize,
    batchTokens: context.batchSize,
    cache: JSON.stringify([
      context.flashAttention,
      context.kvCacheKeyType,
      context.kvCacheValueType,
      // A state says how many sequences its cache was split into.
      context.totalSequences,
    ]),
    machine: JSON.stringify([process.platform, process.arch, llama.gpu, model.gpuLayers]),
  }
}

async function load(
  store: WarmStore,
  key: string,
  sequence: LlamaContextSequence,
  prefix: readonly Token[],
  signal: AbortSignal,
): Promise<boolean> {
  const file = await store.find(key, signal)
  if (file === null) return false
  // A failed load must not leave cells behind that the library no longer knows of.
  await sequence.clearHistory()
  try {
    // The key holds all that the state hangs on, and the store has verified its bytes.
    await sequence.loadStateFromFile(file, { acceptRisk: true })
  } catch {
    await store.discard(key)
    return false
  }
  const loaded = sequence.contextTokens
  if (loaded.length === prefix.length && commonPrefix(loaded, prefix) === prefix.length) return true
  await sequence.clearHistory()
  await store.discard(key)
  return false
}
