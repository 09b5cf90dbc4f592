import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTrie, commonPrefix, scoreTrie } from './token-trie.ts'

const probabilities = (scores: readonly number[]) => scores.map((score) => Math.exp(score))

describe('the candidate trie', () => {
  it('asks only where candidates part', async () => {
    const asked: unknown[] = []
    const scores = await scoreTrie(
      buildTrie([
        [1, 2, 3],
        [1, 5, 6, 7],
        [1, 5, 8],
      ]),
      3,
      async (path, tokens, isOpen) => {
        asked.push([path, tokens, isOpen])
        return path.length === 1 ? [0.1, 0.3] : [0.2, 0.2]
      },
    )
    expect(asked).toEqual([
      [[1], [2, 5], false],
      [[1, 5], [6, 8], false],
    ])
    expect(probabilities(scores)).toEqual([0.25, 0.375, 0.375].map((share) => expect.closeTo(share, 9)))
  })

  it('gives a candidate that another continues what the continuation leaves', async () => {
    const scores = await scoreTrie(buildTrie([[1], [1, 2]]), 2, async (_path, _tokens, isOpen) => {
      expect(isOpen).toBe(true)
      return [0.2]
    })
    expect(probabilities(scores)).toEqual([expect.closeTo(0.8, 9), expect.closeTo(0.2, 9)])
  })

  it('needs no question for a single candidate', async () => {
    const never = () => Promise.reject(new Error('asked'))
    expect(await scoreTrie(buildTrie([[4, 5]]), 1, never)).toEqual([0])
  })

  it('always sums to one, whatever the model says', async () => {
    const candidates = fc.uniqueArray(fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
      selector: (tokens) => tokens.join(),
    })
    await fc.assert(
      fc.asyncProperty(
        candidates,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        async (all, stream) => {
          const scores = await scoreTrie(buildTrie(all), all.length, async (_path, tokens) => {
            const raw = tokens.map(() => stream.next().value as number)
            const sum = raw.reduce((total, share) => total + share, 0)
            return raw.map((share) => (sum > 1 ? share / sum : share))
          })
          expect(scores.every(Number.isFinite)).toBe(true)
          expect(probabilities(scores).reduce((total, share) => total + share, 0)).toBeCloseTo(1, 6)
        },
      ),
    )
  })

  it('measures common beginnings', () => {
    expect(commonPrefix([1, 2, 3], [1, 2, 4])).toBe(2)
    expect(commonPrefix([], [1])).toBe(0)
  })
})
