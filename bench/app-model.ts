/** What a model itself takes: its file and the cache of keys and values. */
import { statSync } from 'node:fs'
import { readGgufFileInfo } from 'node-llama-cpp'
import { engineContexts } from '../src/main/model/llama-context.ts'

/** The sizes of a model that its cache depends on, as in its header. */
export interface CacheShape {
  readonly layers: number
  readonly heads: number
  readonly keyWidth: number
  readonly valueWidth: number
  readonly trainedTokens: number
}

/** A key and a value are kept as 16-bit numbers. */
const bytesEach = 2

/** Every sequence of a context has cells of its own for the whole window. */
export function cacheBytes(shape: CacheShape): number {
  const cells = Object.values(engineContexts).reduce(
    (sum, { contextTokens, sequences }) => sum + Math.min(contextTokens, shape.trainedTokens) * sequences,
    0,
  )
  return cells * shape.layers * shape.heads * (shape.keyWidth + shape.valueWidth) * bytesEach
}

export async function modelBytes(path: string): Promise<{ file: number; cache: number }> {
  const { architectureMetadata: header } = await readGgufFileInfo(path, { logWarnings: false })
  const { attention } = header
  const heads = one(attention?.head_count)
  const width = header.embedding_length ?? 0
  const shape: CacheShape = {
    layers: header.block_count ?? 0,
    heads: attention?.head_count_kv === undefined ? heads : one(attention.head_count_kv),
    keyWidth: attention?.key_length ?? width / heads,
    valueWidth: attention?.value_length ?? width / heads,
    trainedTokens: header.context_length ?? Number.POSITIVE_INFINITY,
  }
  return { file: statSync(path).size, cache: cacheBytes(shape) }
}

/** Some models have another number in each layer; those are not measured here. */
const one = (value: number | readonly number[] | undefined): number =>
  typeof value === 'number' ? value : (value?.[0] ?? 0)
