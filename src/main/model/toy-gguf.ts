/**
 * A model of a few hundred kilobytes for tests: the real addon runs it, so the engine's real path is tested
 * without a download. A byte is a token. It knows nothing: it either babbles (random weights) or says one scripted thing.
 */
import { type GgufTensor, type GgufValue, writeGguf } from './gguf-writer.ts'

export interface ToyOptions {
  /** Same seed, same file. */
  readonly seed?: number
  /**
   * What it says after every line break that ends a prompt: these pieces, one token each, then the end of the turn.
   * All different. Without it the weights are random.
   */
  readonly says?: readonly string[]
  /** Text tokens to add, so that a long prompt has few tokens. */
  readonly words?: readonly string[]
  /** The start token: one of its own, or (as SmolLM2 has it) the token that opens a turn. Default: none is to be written. */
  readonly startToken?: '<|endoftext|>' | '<|im_start|>'
}

const controlTokens = ['<unk>', '<|endoftext|>', '<|im_start|>', '<|im_end|>']
const callTokens = ['<tool_call>', '</tool_call>']
const tokenType = { normal: 1, unknown: 2, control: 3, userDefined: 4, byte: 6 }
const trainContextTokens = 8192

interface Shape {
  readonly vocabulary: number
  readonly width: number
  readonly layers: number
  readonly heads: number
  readonly headWidth: number
  readonly inner: number
}

export async function writeToyModel(path: string, options: ToyOptions = {}): Promise<void> {
  const extra = [...(options.says ?? []), ...(options.words ?? [])]
  const tokens = [
    ...controlTokens,
    ...Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`),
    // Written for a space by this kind of tokenizer.
    '▁',
    ...callTokens,
    ...extra,
  ]
  const vocabulary = tokens.length
  const shape: Shape =
    options.says === undefined
      ? { vocabulary, width: 64, layers: 2, heads: 4, headWidth: 16, inner: 128 }
      : { vocabulary, width: Math.ceil(vocabulary / 32) * 32, layers: 1, heads: 1, headWidth: 16, inner: 32 }
  const tensors =
    options.says === undefined
      ? randomWeights(shape, options.seed ?? 1)
      : scriptedWeights(shape, successors(tokens, options.says))
  await writeGguf(path, metadata(shape, tokens, options.startToken), tensors)
}

function metadata(
  shape: Shape,
  tokens: readonly string[],
  startToken: ToyOptions['startToken'],
): Record<string, GgufValue> {
  const architecture = 'qwen3'
  const types = tokens.map((token, index) => {
    if (index === 0) return tokenType.unknown
    if (controlTokens.includes(token)) return tokenType.control
    if (token === '▁') return tokenType.normal
    return token.startsWith('<0x') ? tokenType.byte : tokenType.userDefined
  })
  return {
    'general.architecture': { string: architecture },
    'general.name': { string: 'Toy' },
    'general.alignment': { uint32: 32 },
    [`${architecture}.context_length`]: { uint32: trainContextTokens },
    [`${architecture}.embedding_length`]: { uint32: shape.width },
    [`${architecture}.block_count`]: { uint32: shape.layers },
    [`${architecture}.feed_forward_length`]: { uint32: shape.inner },
    [`${architecture}.attention.head_count`]: { uint32: shape.heads },
    [`${architecture}.attention.head_count_kv`]: { uint32: shape.heads },
    [`${architecture}.attention.key_length`]: { uint32: shape.headWidth },
    [`${architecture}.attention.value_length`]: { uint32: shape.headWidth },
    [`${architecture}.attention.layer_norm_rms_epsilon`]: { float32: 1e-6 },
    [`${architecture}.rope.freq_base`]: { float32: 10_000 },
    'tokenizer.ggml.model': { string: 'llama' },
    'tokenizer.ggml.tokens': { strings: tokens },
    'tokenizer.ggml.scores': { floats: tokens.map(() => 0) },
    'tokenizer.ggml.token_type': { ints: types },
    'tokenizer.ggml.unknown_token_id': { uint32: 0 },
    'tokenizer.ggml.bos_token_id': { uint32: tokens.indexOf(startToken ?? '<|endoftext|>') },
    'tokenizer.ggml.eos_token_id': { uint32: tokens.indexOf('<|im_end|>') },
    'tokenizer.ggml.add_bos_token': { bool: startToken !== undefined },
    'tokenizer.ggml.add_space_prefix': { bool: false },
    'tokenizer.chat_template': { string: '{# <|im_start|> <|im_end|> <tool_call> #}' },
  }
}

function randomWeights(shape: Shape, seed: number): GgufTensor[] {
  const random = mulberry32(seed)
  const fill = (length: number, width: number) =>
    Float32Array.from({ length }, () => (random() * 2 - 1) * Math.sqrt(3 / width))
  return layout(shape, (_name, length) => fill(length, shape.width))
}

/** No layer does anything; each token is its own direction, and the output maps it to its successor. */
function scriptedWeights(shape: Shape, next: readonly number[]): GgufTensor[] {
  const { width } = shape
  return layout(shape, (name, length) => {
    const data = new Float32Array(length)
    for (const [token, successor] of next.entries()) {
      if (name === 'token_embd.weight') data[token * width + token] = 1
      if (name === 'output.weight') data[successor * width + token] = 1
    }
    return data
  })
}

/** Every tensor that the architecture needs; norms are ones. */
function layout(shape: Shape, fill: (name: string, length: number) => Float32Array): GgufTensor[] {
  const { vocabulary, width, layers, heads, headWidth, inner } = shape
  const matrix = (name: string, columns: number, rows: number): GgufTensor => ({
    name,
    shape: [columns, rows],
    data: fill(name, columns * rows),
  })
  const norm = (name: string, length: number): GgufTensor => ({
    name,
    shape: [length],
    data: new Float32Array(length).fill(1),
  })
  const attention = heads * headWidth
  const blocks = Array.from({ length: layers }, (_, layer) => `blk.${layer}.`).flatMap((block) => [
    norm(`${block}attn_norm.weight`, width),
    matrix(`${block}attn_q.weight`, width, attention),
    matrix(`${block}attn_k.weight`, width, attention),
    matrix(`${block}attn_v.weight`, width, attention),
    matrix(`${block}attn_output.weight`, attention, width),
    norm(`${block}attn_q_norm.weight`, headWidth),
    norm(`${block}attn_k_norm.weight`, headWidth),
    norm(`${block}ffn_norm.weight`, width),
    matrix(`${block}ffn_gate.weight`, width, inner),
    matrix(`${block}ffn_down.weight`, inner, width),
    matrix(`${block}ffn_up.weight`, width, inner),
  ])
  return [
    matrix('token_embd.weight', width, vocabulary),
    ...blocks,
    norm('output_norm.weight', width),
    matrix('output.weight', width, vocabulary),
  ]
}

/** For each token the one that follows it: the script after a line break, else the end of the turn. */
function successors(tokens: readonly string[], says: readonly string[]): number[] {
  const end = tokens.indexOf('<|im_end|>')
  const next = tokens.map(() => end)
  const chain = ['<0x0A>', ...says]
  for (const [index, piece] of chain.entries()) {
    const following = chain[index + 1]
    if (following !== undefined) next[tokens.indexOf(piece)] = tokens.indexOf(following)
  }
  return next
}

/** A small generator of numbers in [0, 1) (public domain, by Tommy Ettinger), so that files are the same everywhere. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
