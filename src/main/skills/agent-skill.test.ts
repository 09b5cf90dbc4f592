import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAgentSkill, printAgentSkill } from './agent-skill.ts'
import { skillOf } from './testing/set-up.ts'

const parse = (...lines: string[]) => parseAgentSkill(lines.join('\n'))

describe('reading a SKILL.md', () => {
  it('takes name, description and the steps as they are', () => {
    expect(
      parse(
        '---',
        'name: meeting-prep',
        'description: Prepare: a meeting'.replace(': a', ' a'),
        '---',
        '',
        '# Steps',
        '',
        'x  ',
        '',
      ),
    ).toEqual({
      draft: {
        handle: 'meeting-prep',
        shortDescription: 'Prepare a meeting',
        detailedBody: '# Steps\n\nx  \n',
      },
      unusedKeys: [],
    })
  })

  it('takes off one empty line after the front matter and no more', () => {
    expect(parse('---', 'name: a', '---', 'x').draft.detailedBody).toBe('x')
    expect(parse('---', 'name: a', '---', '', '', ' x').draft.detailedBody).toBe('\n x')
    expect(parse('---', 'name: a', '---').draft.detailedBody).toBe('')
  })

  it('reads line ends of any system and a byte order mark', () => {
    expect(parseAgentSkill('\uFEFF---\r\nname: a\r\ndescription: b\r\n---\r\n\r\nx\r\n').draft).toEqual({
      handle: 'a',
      shortDescription: 'b',
      detailedBody: 'x\r\n',
    })
  })

  it('reads every value as text', () => {
    expect(parse('---', 'name: 2026', 'description: on', '---').draft).toMatchObject({
      handle: '2026',
      shortDescription: 'on',
    })
    expect(parse('---', 'name: a', 'description: >', '  two', '  lines', '---').draft.shortDescription).toBe(
      'two lines\n',
    )
  })

  it('lists the keys that mean nothing here', () => {
    expect(
      parse('---', 'name: a', 'license: MIT', 'allowed-tools: [Bash]', 'metadata:', '  author: x', '---')
        .unusedKeys,
    ).toEqual(['license', 'allowed-tools', 'metadata.author'])
  })

  it('keeps a line of dashes in the steps', () => {
    expect(parse('---', 'name: a', '---', 'x', '---', 'y').draft.detailedBody).toBe('x\n---\ny')
  })

  it.each<[string, string]>([
    ['no front matter', '# Steps'],
    ['an unclosed front matter', '---\nname: a\n\nsteps'],
    ['dashes that do not begin the file', '\n---\nname: a\n---\n'],
    ['broken YAML', '---\nname: "a\n---\nx'],
    ['a list for the front matter', '---\n- a\n---\nx'],
    ['a list for a name', '---\nname: [a]\n---\nx'],
    ['a flag that is none', '---\nname: a\nmetadata:\n  pixie-enabled: maybe\n---\nx'],
    ['the same key twice', '---\nname: a\nname: b\n---\nx'],
    ['too many aliases', `---\na: &a [x]\nb: [${'*a,'.repeat(300)}]\n---\nx`],
  ])('refuses %s with a sentence', (_, text) => {
    expect(() => parseAgentSkill(text)).toThrow(
      expect.objectContaining({ code: 'invalid-input', hint: expect.stringMatching(/\w+ \w+/) }),
    )
  })
})

describe('writing a SKILL.md', () => {
  it('is a file that other programs read', () => {
    expect(
      printAgentSkill(
        skillOf('plan', 'Use @calendar.\n', { shortDescription: 'Plan it', examples: ['plan a', 'plan b'] }),
      ),
    ).toBe(`---
name: plan
description: Plan it
metadata:
  pixie-title: plan
  pixie-enabled: "true"
  pixie-advertised: "true"
  pixie-examples: |-
    plan a
    plan b
---

Use @calendar.
`)
  })

  it('reads back as the same skill, whatever its texts hold', () => {
    const odd = fc.constantFrom(
      '---',
      '\n',
      '\r\n',
      ': ',
      '#',
      '"',
      "'",
      '- ',
      '\t',
      '>',
      '|',
      '@',
      '🙂',
      '\u2028',
      '\u0085',
      '\uFEFF',
      '\0',
      'true',
      '週',
    )
    const text = fc
      .array(fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 8 })
      .map((parts) => parts.join('').toWellFormed())
    const line = text.map((value) => value.replace(/[\n\r]/g, '')).filter((value) => value.trim() !== '')
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.array(line, { maxLength: 3 }),
        fc.boolean(),
        fc.boolean(),
        (title, shortDescription, detailedBody, examples, enabled, advertised) => {
          const skill = skillOf('plan', detailedBody, {
            title,
            shortDescription,
            examples,
            enabled,
            advertised,
          })
          const { draft, unusedKeys } = parseAgentSkill(printAgentSkill(skill))
          expect(unusedKeys).toEqual([])
          expect({ ...draft, examples: draft.examples ?? [] }).toEqual({
            handle: 'plan',
            title,
            shortDescription,
            detailedBody,
            examples,
            enabled,
            advertised,
          })
        },
      ),
      { numRuns: 300 },
    )
  })
})
