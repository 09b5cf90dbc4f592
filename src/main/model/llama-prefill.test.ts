import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { describe, expect, it, vi } from 'vitest'
import { prefill } from './llama-prefill.ts'

/** A sequence that holds `kept` tokens of the prompt and writes down the chunks that it evaluates. */
function sequenceOf(kept: number, onChunk: () => void = () => {}) {
  const chunks: number[] = []
  let held = kept
  const sequence = {
    get nextTokenIndex() {
      return held
    },
    async adaptStateToTokens(tokens: readonly Token[]) {
      held = Math.min(held, tokens.length)
    },
    async evaluateWithoutGeneratingNewTokens(tokens: readonly Token[]) {
      chunks.push(tokens.length)
      held += tokens.length
      onChunk()
    },
  }
  // Only what is used of it.
  return { sequence: sequence as unknown as LlamaContextSequence, chunks, held: () => held }
}

const prompt = (length: number) => Array.from({ length }, (_, at) => at as Token)
const never = new AbortController().signal

describe('a prompt that is read', () => {
  it.each([
    ['short', 20, 0, [19], []],
    ['of a chunk', 32, 0, [31], []],
    ['a token longer', 33, 0, [32], [32]],
    ['nearly warm', 420, 400, [19], []],
    ['all warm', 420, 420, [], []],
  ] as const)('%s has its last token left, or its last chunk', async (_, length, kept, token, chunk) => {
    for (const [rest, expected] of [
      ['token', token],
      ['chunk', chunk],
    ] as const) {
      const { sequence, chunks, held } = sequenceOf(kept)
      expect(await prefill(sequence, prompt(length), never, rest)).toBe(Math.min(kept, length - 1))
      expect(chunks).toEqual(expected)
      if (rest === 'token') expect(held()).toBe(length - 1)
      else expect(held()).toBeLessThan(length)
    }
  })

  it('never leaves more than would be read at once', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      // 20 ms a token: 35 in 0.7 s, in steps of 16.
      const { sequence, chunks, held } = sequenceOf(0, () =>
        vi.advanceTimersByTime((chunks.at(-1) ?? 0) * 20),
      )
      await prefill(sequence, prompt(300), never, 'chunk')
      expect(chunks).toEqual([32, 32, 32, 32, 32, 32, 32, 32, 32])
      expect(300 - held()).toBe(12)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is broken off between two chunks', async () => {
    const stop = new AbortController()
    const reason = new Error('a question')
    const { sequence, chunks } = sequenceOf(0, () => stop.abort(reason))
    await expect(prefill(sequence, prompt(300), stop.signal, 'chunk')).rejects.toBe(reason)
    expect(chunks).toEqual([32])
  })
})
