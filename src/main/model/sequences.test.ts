import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { chooseSequence, SequencePool } from './sequences.ts'

const sequence = (tokens: number[]) => ({ contextTokens: tokens })
const prompt = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

describe('choosing a sequence', () => {
  it('takes the one that holds the prefix, even if it was used last', () => {
    const free = [
      { tokens: [1, 2, 9], lastUse: 1 },
      { tokens: [...prompt, 11, 12], lastUse: 7 },
      { tokens: [], lastUse: 0 },
    ]
    expect(chooseSequence(free, prompt)).toBe(1)
  })

  it('leaves another prefix warm while an empty one is there', () => {
    const free = [
      { tokens: [1, 2, 3, 4, 5, 99, 98], lastUse: 1 },
      { tokens: [], lastUse: 3 },
    ]
    expect(chooseSequence(free, prompt)).toBe(1)
  })

  it('else takes the one unused for longest', () => {
    const free = [
      { tokens: [1, 2, 3, 99], lastUse: 5 },
      { tokens: [50, 51], lastUse: 2 },
    ]
    expect(chooseSequence(free, prompt)).toBe(1)
    expect(chooseSequence([], prompt)).toBeNull()
  })
})

describe('the pool', () => {
  it('never lends one sequence twice at a time and serves those who wait in order', async () => {
    const pool = new SequencePool([sequence([]), sequence([])])
    const [first, second] = [await pool.acquire(prompt), await pool.acquire(prompt)]
    expect(first.sequence).not.toBe(second.sequence)
    const order: string[] = []
    const third = pool.acquire(prompt).then((lease) => {
      order.push('third')
      return lease
    })
    const fourth = pool.acquire(prompt).then((lease) => {
      order.push('fourth')
      return lease
    })
    await sleep(5)
    expect(order).toEqual([])
    second.release()
    second.release()
    expect((await third).sequence).toBe(second.sequence)
    first.release()
    expect((await fourth).sequence).toBe(first.sequence)
    expect(order).toEqual(['third', 'fourth'])
  })

  it('refuses those who wait when it closes', async () => {
    const pool = new SequencePool([sequence([])])
    await pool.acquire(prompt)
    const waiting = pool.acquire(prompt)
    pool.close()
    await expect(waiting).rejects.toMatchObject({ code: 'engine-failed' })
    await expect(pool.acquire(prompt)).rejects.toMatchObject({ code: 'engine-failed' })
  })
})
