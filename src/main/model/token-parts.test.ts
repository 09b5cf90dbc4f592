import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LabelledText, ledgerParts, textOf } from '../../shared/ledger.ts'
import { splitTokens } from './token-parts.ts'

const decoder = new TextDecoder()
/** A token is some bytes, as in real vocabularies: half a character or several. */
type Bytes = readonly number[]
const detokenize = (tokens: readonly Bytes[]) => decoder.decode(Uint8Array.from(tokens.flat()))

function cut(text: string, lengths: readonly number[]): Bytes[] {
  const bytes = [...Buffer.from(text)]
  const tokens: Bytes[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = lengths[tokens.length % lengths.length] ?? 1
    tokens.push(bytes.slice(at, at + length))
    at += length
  }
  return tokens
}

/** What each token belongs to, by looking at every byte: that of the character in which it begins. */
function expected(pieces: readonly LabelledText[], tokens: readonly Bytes[]): string[] {
  const parts = pieces.flatMap(({ part, text }) =>
    [...text].flatMap((character) => Array.from(Buffer.from(character), () => part)),
  )
  let at = 0
  return tokens.map((token) => {
    const part = parts[at] ?? ''
    at += token.length
    return part
  })
}

const split = (pieces: readonly LabelledText[], tokens: readonly Bytes[]) =>
  splitTokens(pieces, tokens, detokenize).flatMap(({ part, tokens: count }) =>
    Array.from({ length: count }, () => part),
  )

describe('each token', () => {
  it('belongs to the part of its first character, however text and tokens are cut', () => {
    const character = fc.constantFrom('a', ' ', '\n', 'é', '日', '🙂', '👩‍👩‍👧', '<|x|>')
    const piece = fc.record({
      part: fc.constantFrom(...ledgerParts),
      text: fc.array(character, { maxLength: 60 }).map((all) => all.join('')),
    })
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 }),
        (pieces, lengths) => {
          const tokens = cut(textOf(pieces), lengths)
          expect(split(pieces, tokens)).toEqual(expected(pieces, tokens))
        },
      ),
    )
  })

  it('is counted though the text comes back changed', () => {
    const pieces = [
      { part: 'base', text: 'one two three' },
      { part: 'question', text: ' four' },
    ] as const
    const tokens = cut('onetwothree and much more than was said', [3])
    expect(split(pieces, tokens)).toHaveLength(tokens.length)
    expect(split([], tokens)).toHaveLength(tokens.length)
    expect(split([], [])).toEqual([])
  })
})
