import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openMentionAt, parseMentions } from './mention.ts'
import { rescanMentions, scanMentions, type TextChange } from './mention-scan.ts'

const pieces = fc.constantFrom(
  '@plan',
  '@find-file',
  '@週報を',
  ' ',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '```',
  '~~~',
  '\n```\n',
  '`',
  '- ',
  '> ',
  '1. ',
  'a',
  '@',
  'www.',
  '://',
  '.',
  'é',
  '🙂',
)
const texts = fc.array(pieces, { maxLength: 24 }).map((parts) => parts.join(''))
const isKnown = (slug: string) => ['plan', 'find-file', '週報'].includes(slug)

describe('scanning', () => {
  it('finds what parsing the whole text finds', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(scanMentions(text, { isKnown }).mentions).toEqual(parseMentions(text, { isKnown }))
      }),
      { numRuns: 2_000 },
    )
  })

  it('still does after any sequence of changes', () => {
    const edit = fc.record({ at: fc.nat(1_000), length: fc.nat(6), insert: texts })
    fc.assert(
      fc.property(texts, fc.array(edit, { maxLength: 8 }), (start, edits) => {
        let text = start
        let scan = scanMentions(text, { isKnown })
        for (const { at, length, insert } of edits) {
          const from = at % (text.length + 1)
          const change: TextChange = {
            from,
            to: Math.min(text.length, from + length),
            inserted: insert.length,
          }
          text = text.slice(0, change.from) + insert + text.slice(change.to)
          scan = rescanMentions(scan, text, change, { isKnown })
          expect(scan.mentions).toEqual(parseMentions(text, { isKnown }))
          expect(scan.blocks.reduce((sum, block) => sum + block.length, 0)).toBe(text.length)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('does after nothing was inserted into an empty text', () => {
    let text = ''
    let scan = scanMentions(text)
    for (const insert of ['', '@plan', '@plan']) {
      const change = { from: text.length, to: text.length, inserted: insert.length }
      text += insert
      scan = rescanMentions(scan, text, change)
    }
    expect(scan.mentions).toEqual(parseMentions(text))
  })

  it('reads only the blocks around a change again', () => {
    const text = Array.from({ length: 500 }, (_, n) => `- step ${n}: use @plan\n`).join('')
    const scan = scanMentions(text)
    const at = text.indexOf('step 250')
    const next = rescanMentions(scan, `${text.slice(0, at)}X${text.slice(at)}`, {
      from: at,
      to: at,
      inserted: 1,
    })
    const kept = next.blocks.filter((block) => scan.blocks.includes(block))
    expect(next.blocks.length - kept.length).toBeLessThan(4)
  })
})

describe('the mention that is being written', () => {
  const open = (marked: string) => {
    const at = marked.indexOf('|')
    const found = openMentionAt(marked.replace('|', ''), at, { isKnown })
    return found && [found.query, marked.replace('|', '').slice(found.from, found.to)]
  }

  it.each<[string, [string, string] | null]>([
    ['use @|', ['', '@']],
    ['use @fi|', ['fi', '@fi']],
    ['(@fi|', ['fi', '@fi']],
    ['「@|', ['', '@']],
    ['これは@fi|を使う', ['fi', '@fi']],
    ['まず@週|報を書く', ['週', '@週']],
    ['이것은@|', ['', '@']],
    ['@fi|nd-file now', ['fi', '@find-file']],
    ['@find-|', ['find-', '@find-']],
    ['@find-file|', ['find-file', '@find-file']],
    ['@find file|', null],
    ['ada@|', null],
    ['ada@ex|', null],
    ['dir/@|', null],
    ['`@fi|`', null],
    ['```\n@fi|', null],
    ['https://x.org/?@fi|', null],
    ['|@fi', null],
    ['@|', ['', '@']],
    ['@@|', null],
  ])('%s', (marked, expected) => {
    expect(open(marked)).toEqual(expected)
  })
})
