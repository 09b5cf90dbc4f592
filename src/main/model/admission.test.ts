import { describe, expect, it } from 'vitest'
import { contextExceeded, fits } from './admission.ts'

describe('admission', () => {
  it('leaves room for a short reply and the last cell', () => {
    expect(fits(4096 - 65, 4096, 500)).toBe(true)
    expect(fits(4096 - 64, 4096, 500)).toBe(false)
    expect(fits(4096 - 11, 4096, 10)).toBe(true)
    expect(fits(4096 - 10, 4096, 10)).toBe(false)
  })

  it.each([
    ['instructions', 'the instructions'],
    ['tools', "the tools' descriptions"],
    ['earlier', 'the earlier turns'],
    ['input', 'the input'],
    ['results', 'the conversation with its tool results'],
  ])('names the longest part, its length and the limit: %s', (part, name) => {
    const parts = { instructions: 10, tools: 10, earlier: 10, input: 10, results: 10, [part]: 5000 }
    const error = contextExceeded(5040, 4096, parts)
    expect(error).toMatchObject({ code: 'context-exceeded' })
    expect(error.message).toContain(`5040 tokens`)
    expect(error.message).toContain(`4096`)
    expect(error.message).toContain(`${name} with 5000 tokens`)
    expect(error.hint).toContain(`Shorten ${name}, at least by 1009 tokens`)
  })
})
