import { describe, expect, it } from 'vitest'
import { earlierTurns } from './earlier.ts'

describe('earlierTurns', () => {
  const message = (role: 'user' | 'assistant', text: string) => ({ role, text })
  const exchange = (n: number, size: number) => [
    message('user', `q${n}`),
    message('assistant', `a${n}`.padEnd(size, '.')),
  ]
  const count = (text: string) => text.length

  it('shows the newest exchanges that fit, oldest first, and says how many did not', () => {
    const messages = [...exchange(1, 300), ...exchange(2, 300), ...exchange(3, 200)]
    const { turns, leftOut, tokens } = earlierTurns({ messages, exchanges: 3 }, count)
    expect(turns.map(({ user }) => user)).toEqual(['q2', 'q3'])
    expect(leftOut).toBe(1)
    expect(tokens).toBe(2 + 300 + 2 + 200)
  })

  it('never shows an old exchange across a gap, nor a question without an answer', () => {
    const messages = [...exchange(1, 10), ...exchange(2, 900), ...exchange(3, 10), message('user', 'q4')]
    expect(earlierTurns({ messages, exchanges: 3 }, count)).toMatchObject({
      turns: [{ user: 'q3' }],
      leftOut: 2,
    })
  })

  it('counts those that are not even looked at any more', () => {
    expect(earlierTurns({ messages: exchange(1, 10), exchanges: 500 }, count).leftOut).toBe(499)
  })

  it('does not give a text to the tokenizer that is far too long to fit', () => {
    const counted: number[] = []
    const { turns } = earlierTurns({ messages: exchange(1, 400_000), exchanges: 1 }, (text) => {
      counted.push(text.length)
      return text.length
    })
    expect(turns).toEqual([])
    expect(counted).toEqual([])
  })
})
