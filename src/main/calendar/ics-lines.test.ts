import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentLines, parseProperty, unescapeText } from './ics-lines.ts'

const read = (bytes: Buffer | string) => [...contentLines(Buffer.from(bytes))]
const property = (text: string) => parseProperty({ line: 1, text })

describe('content lines', () => {
  it('are the same with CR LF, LF and CR', () => {
    const expected = [
      { line: 1, text: 'BEGIN:VCALENDAR' },
      { line: 2, text: 'X:1' },
      { line: 4, text: 'Y:2' },
    ]
    for (const end of ['\r\n', '\n', '\r'])
      expect(read(['BEGIN:VCALENDAR', 'X:1', '', 'Y:2', ''].join(end))).toEqual(expected)
  })

  it('join a line folded in the middle of a character', () => {
    const bytes = Buffer.from('SUMMARY:Café für 東京 😀')
    for (let cut = 9; cut < bytes.length; cut++) {
      const folded = Buffer.concat([bytes.subarray(0, cut), Buffer.from('\r\n '), bytes.subarray(cut)])
      expect(read(folded)).toEqual([{ line: 1, text: 'SUMMARY:Café für 東京 😀' }])
    }
  })

  it('keep the number of the line they begin on', () => {
    expect(read('A:1\n 2\n\t3\nB:4').map(({ line, text }) => [line, text])).toEqual([
      [1, 'A:123'],
      [4, 'B:4'],
    ])
  })

  it('read a byte order mark, UTF-16 and Windows-1252', () => {
    expect(read('\ufeffA:ä')[0]?.text).toBe('A:ä')
    expect(
      read(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('A:ä\r\nB:ö', 'utf16le')])).at(-1)?.text,
    ).toBe('B:ö')
    expect(read(Buffer.from([0x41, 0x3a, 0xe4, 0x80]))[0]?.text).toBe('A:ä€')
  })

  it('are read from any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(read(Buffer.from(bytes)).length).toBeLessThanOrEqual(300)
      }),
    )
  })
})

describe('properties', () => {
  it('have a name, parameters and a value', () => {
    expect(property('dtstart;tzid="Europe/Berlin";VALUE=DATE-TIME:20261130T090000')).toMatchObject({
      name: 'DTSTART',
      params: new Map([
        ['TZID', 'Europe/Berlin'],
        ['VALUE', 'DATE-TIME'],
      ]),
      value: '20261130T090000',
    })
    expect(property('ATTENDEE;CN="Novak; Dr: Eva":mailto:eva@example.org')).toMatchObject({
      params: new Map([['CN', 'Novak; Dr: Eva']]),
      value: 'mailto:eva@example.org',
    })
    expect(property('DTSTART;TZID=tzone://Microsoft/Utc:20261130T090000')).toMatchObject({
      params: new Map([['TZID', 'tzone://Microsoft/Utc']]),
      value: '20261130T090000',
    })
  })

  it('are not made of lines without a name or a colon', () => {
    for (const text of ['', 'nonsense', ':x', 'A;B:x', '=:', 'Ä:x']) expect(property(text)).toBeNull()
  })

  it('read no line slowly', () => {
    const started = performance.now()
    for (const text of [
      `A${';B=c'.repeat(50_000)}`,
      `A;B=${','.repeat(100_000)}`,
      `A;B=${'"'.repeat(100_000)}`,
    ])
      property(text)
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it('keep text as its writer meant it', () => {
    expect(unescapeText(String.raw`a\, b\; c\\n d\ne\N"q"`)).toBe('a, b; c\\n d\ne\n"q"')
  })

  it('give back any text that was escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const escaped = text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
        expect(unescapeText(escaped)).toBe(text)
      }),
    )
  })
})
