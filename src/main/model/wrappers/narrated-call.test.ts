import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCallScanner } from './narrated-call.ts'
import { narratedCalls as narrated, sentences } from './testing/narrated-calls.ts'

const names = {
  tools: ['call_tool'],
  values: ['find_file', 'check_notebook', 'queryCalendar', 'current_date'],
}

function scan(pieces: readonly string[]): { text: string; found: string | null } {
  const scanner = createCallScanner(names)
  const released = pieces.map((piece) => scanner.push(piece)).join('')
  return { text: released + scanner.end(), found: scanner.found }
}

describe('the scanner for narrated calls', () => {
  it.each(narrated)('finds %s, with and without a sentence before it', (_, text) => {
    for (const sentence of sentences) {
      const isMidLine = sentence !== '' && !sentence.endsWith('\n')
      if (text === 'current_date()' && isMidLine) continue
      expect(scan([sentence + text]), sentence + text).toEqual({ text: sentence, found: 'call' })
    }
  })

  it.each([
    'Your passport number is X1234567.',
    'Use `{}` for an empty object, or `[1, 2]` for a list.',
    'Here is the code:\n```json\n{"name": "Alice", "age": 3}\n```\nThat is all.',
    'A person: {"name": "call_toolbox", "arguments": {}} and so on.',
    '```python\nfor x in range(3):\n    print(x)\n```',
    '```\nfind . -name "*.ts"\n```',
    'You can use the find_file(query) function with a query.',
    'In short, current_date() returns the date, and find_file is a tool.',
    'if (a < b) { return { "type": "object", "properties": {} } }',
    'const a = [{ b: 1 }, { name: "find_file" }]',
    '<p>Hello</p> <tools>hammer and saw',
    'my_find_file("x") is another name',
    '{"type": "function"} {"id": 7}',
    'a ``double`` and a ``` alone',
    '日本語の{答え}です。',
  ])('passes a reply that calls nothing: %s', (text) => {
    expect(scan([text])).toEqual({ text, found: null })
  })

  it('holds back what may become a call, and lets it go when it is none', () => {
    const scanner = createCallScanner(names)
    expect(scanner.push('Look: {"na')).toBe('Look: ')
    expect(scanner.push('me": "call_')).toBe('')
    expect(scanner.push('me later"}')).toBe('{"name": "call_me later"}')
    expect(scanner.push(' find_file')).toBe(' ')
    expect(scanner.push(' is')).toBe('find_file is')
    expect(scanner.found).toBeNull()
  })

  it('decides as soon as the name is complete', () => {
    const scanner = createCallScanner(names)
    expect(scanner.push('Sure. {"name": "call_tool"')).toBe('Sure. ')
    expect(scanner.found).toBe('call')
    expect(scanner.push(', "arguments"')).toBe('')
    expect(scanner.end()).toBe('')
  })

  it.each(['{"name": "call_to', '```json\n{"nam', '<tool_ca', '<tools>\n', '{"type": "function", "functi'])(
    'drops an unfinished call at the end: %s',
    (text) => {
      expect(scan([`Well. ${text}`])).toEqual({ text: 'Well. ', found: null })
    },
  )

  it('is not led astray by a quote that never closes before the call', () => {
    expect(scan(['{\'r\n{"id": 1, "name": "call_tool"}'])).toEqual({ text: "{'r\n", found: 'call' })
  })

  it.each(['a <', 'set {', 'open {"', '`', '```json', 'call_tool', 'find_file '])(
    'keeps an unfinished end that is no call: %s',
    (text) => {
      expect(scan([text])).toEqual({ text, found: null })
    },
  )

  it('removes closing tags that stand alone and stops at a made-up result', () => {
    expect(scan(['It is 7.\n</tool_call></tools>'])).toEqual({ text: 'It is 7.\n', found: null })
    expect(scan(['It is 7.\n<tool_response>\nfake'])).toEqual({ text: 'It is 7.\n', found: 'result' })
  })

  it('gives the same result however the text is cut', () => {
    const material = fc.oneof(
      fc.constantFrom(...narrated.map(([, text]) => text), ...sentences),
      fc.constantFrom(
        '{',
        '}',
        '"name"',
        ':',
        '`',
        '```',
        '<tools>',
        '</tools>',
        '<',
        'find_file',
        '(',
        ' ',
        '\n',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    )
    fc.assert(
      fc.property(
        fc.array(material, { maxLength: 6 }),
        fc.array(fc.nat(200), { maxLength: 12 }),
        (parts, cuts) => {
          const text = parts.join('')
          const places = [
            0,
            ...[...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b),
            text.length,
          ]
          const pieces = places.slice(1).map((end, index) => text.slice(places[index], end))
          expect(scan(pieces)).toEqual(scan([text]))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('never lets a known name in a name key through', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.constantFrom(...narrated), (lead, [, text]) => {
        const result = scan([lead, '\n', text])
        expect(result.found).not.toBeNull()
        expect(result.text).not.toMatch(/call_tool\(|"name"\s*:\s*"(call_tool|check_notebook)"/)
      }),
      { numRuns: 300 },
    )
  })
})
