import { describe, expect, it } from 'vitest'
import { setUp } from './testing/set-up.ts'
import { unknownMentions } from './unknown-mentions.ts'

const registry = setUp().skills.registry()
const unknown = (body: string) => unknownMentions(body, registry, registry.isKnown)

describe('what is not seen in a mention of nothing', () => {
  it.each([
    [
      'Ask @cal\u200Bendar first.',
      'calendar',
      'a zero-width space (U+200B) stands right after it; take that out',
    ],
    [
      'Ask @cal\u200B\u2060en\u00ADdar.',
      'calendar',
      'a zero-width space (U+200B) stands right after it; take that out',
    ],
    ['@find\u00AD-file', 'find-file', 'a soft hyphen (U+00AD) stands right after it; take that out'],
    ['@cale\u202Endar', 'calendar', 'a direction override (U+202E) stands right after it; take that out'],
    [
      '@search\u2063-info',
      'search-info',
      'an invisible character (U+2063) stands right after it; take that out',
    ],
    ['@calend\u0430r', 'calendar', 'it has Cyrillic letters in a Latin word; type it anew'],
    ['@nobody\u200B', null, 'a zero-width space (U+200B) stands right after it; take that out'],
  ])('%j', (body, meant, hidden) => {
    expect(unknown(body)).toMatchObject([{ meant, hidden }])
  })

  it('is told though another mention of the same handle is clean', () => {
    expect(unknown('@cal and @cal\u200Bendar')).toEqual([
      {
        slug: 'cal',
        meant: 'calendar',
        hidden: 'a zero-width space (U+200B) stands right after it; take that out',
      },
    ])
  })

  it('is nothing in a plain slip, before an emoji, or in a word of another script', () => {
    expect(
      unknown('@calender, @nope \u2764\uFE0F @\u0441\u043E\u043D \u0438 \u043B\u0435\u0441'),
    ).toMatchObject([
      { slug: 'calender', meant: 'calendar', hidden: null },
      { slug: 'nope', hidden: null },
      { slug: '\u0441\u043E\u043D', hidden: null },
    ])
  })

  it('is found in a large text with many of them within a moment', () => {
    const body = Array.from(
      { length: 500 },
      (_, index) => `Step ${index}: @nobody-${index} ${'x'.repeat(100)}`,
    )
    const start = performance.now()
    expect(unknown(body.join('\n'))).toHaveLength(500)
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})
