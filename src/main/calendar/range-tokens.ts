/** Cuts a sentence into words, numbers and dates written in figures. */
import { dayOf } from './range-spans.ts'

interface Place {
  /** UTF-16 offsets into the text. */
  readonly from: number
  readonly to: number
  /** As written. */
  readonly text: string
}

export type Token =
  | (Place & { readonly kind: 'word'; readonly lower: string })
  /** `dotted`: written with a full stop, as ordinals are in German. */
  | (Place & {
      readonly kind: 'number'
      readonly value: number
      readonly ordinal: boolean
      readonly dotted: boolean
    })
  /** A date in figures; `year` is null in `3.12.` and `12/3`, `day` in `2026-12`. */
  | (Place & {
      readonly kind: 'date'
      readonly year: number | null
      readonly month: number
      readonly day: number | null
      readonly short: boolean
    })
  | (Place & { readonly kind: 'week'; readonly year: number; readonly week: number })
  | (Place & { readonly kind: 'time' })
  | (Place & { readonly kind: 'other' })

type Body = Token extends infer T ? (T extends Token ? Omit<T, keyof Place> : never) : never

/** A question is a few hundred characters; a pasted document is not searched for dates. */
const maxTextLength = 2_000

interface Shape {
  readonly pattern: RegExp
  /** The token, or null when the figures are not what they look like (13/13/2026). */
  read(groups: readonly (string | undefined)[]): Body | null
}

const boundary = '(?![\\p{L}\\p{N}])'

/**
 * Order matters: the longest form first. Figures between slashes are month/day/year, between full stops or hyphens
 * day.month.year; a first or second figure over 12 can only be the day, whatever the separator.
 */
const shapes: readonly Shape[] = [
  shape('(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?:T\\d{2}:?\\d{2}[\\d:.]*(?:Z|[+-]\\d{2}:?\\d{2})?)?', (g) =>
    date(g[1], g[3], g[4]),
  ),
  shape('(\\d{4})-?W(\\d{1,2})(?:-[1-7])?', (g) => ({
    kind: 'week',
    year: Number(g[1]),
    week: Number(g[2]),
  })),
  shape('(\\d{4})-(\\d{2})(?!-)', (g) => date(g[1], g[2], null)),
  shape('(\\d{1,2})/(\\d{1,2})/(\\d{4}|\\d{2})', (g) => numericDate(g[3], g[1], g[2])),
  shape('(\\d{1,2})\\.\\s?(\\d{1,2})\\.\\s?(\\d{4}|\\d{2})(?!\\.\\d)', (g) => numericDate(g[3], g[2], g[1])),
  shape('(\\d{1,2})-(\\d{1,2})-(\\d{4})', (g) => numericDate(g[3], g[2], g[1])),
  shape('(\\d{1,2})\\.\\s?(\\d{1,2})\\.(?!\\d)', (g) => date(null, g[2], g[1]), ''),
  shape('(\\d{1,2})/(\\d{1,2})(?!/)', (g) => shortDate(g[1], g[2])),
  shape('\\d{1,2}[:.]\\d{2}(?:[:.]\\d{2})?\\s?(?:[ap]\\.?m\\b\\.?|uhr)?', () => ({ kind: 'time' })),
  shape('\\d{1,2}\\s?(?:[ap]\\.?m\\b\\.?|uhr|o.clock)', () => ({ kind: 'time' })),
  shape('(\\d{1,2})(?:st|nd|rd|th)', (g) => number(g[1], true, false)),
  shape('(\\d{1,2})\\.(?=\\s\\p{L}|\\s*[-–]|$)', (g) => number(g[1], false, true), ''),
  shape('\\d+(?:[.,]\\d+)+', () => ({ kind: 'other' })),
  shape('(\\d{1,9})', (g) => number(g[1], false, false)),
]

const word = /[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)?/uy

function shape(source: string, read: Shape['read'], end: string = boundary): Shape {
  return { pattern: new RegExp(source + end, 'iuy'), read }
}

function number(digits: string | undefined, ordinal: boolean, dotted: boolean): Body {
  return { kind: 'number', value: Number(digits), ordinal, dotted }
}

type Digits = string | null | undefined

function date(year: Digits, month: Digits, day: Digits): Body | null {
  const [y, m, d] = [year ?? null, month ?? null, day ?? null].map((part) =>
    part === null ? null : Number(part),
  )
  if (y === undefined || d === undefined || m === undefined || m === null) return null
  // A leap year stands in for an open year, so that 29 February is allowed there.
  if (dayOf(y ?? 2000, m, d ?? 1) === null) return null
  return { kind: 'date', year: y, month: m, day: d, short: false }
}

function numericDate(year: Digits, month: Digits, day: Digits): Body | null {
  const full = year?.length === 2 ? `20${year}` : year
  return date(full, month, day) ?? date(full, day, month)
}

function shortDate(month: Digits, day: Digits): Body | null {
  const read = date(null, month, day) ?? date(null, day, month)
  return read?.kind === 'date' ? { ...read, short: true } : null
}

export function tokenize(whole: string): Token[] {
  const text = whole.slice(0, maxTextLength)
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const token = tokenAt(text, at)
    if (token !== null) tokens.push(token)
    at = token === null ? at + 1 : token.to
  }
  return tokens
}

function tokenAt(text: string, at: number): Token | null {
  const first = text.charAt(at)
  if (/\s/u.test(first)) return null
  if (/\d/u.test(first)) {
    const figures = figuresAt(text, at)
    if (figures !== null) return figures
  }
  word.lastIndex = at
  const match = word.exec(text)?.[0]
  if (match !== undefined) {
    const lower = match.toLowerCase().replaceAll('’', "'").replace(/'s$/u, '')
    return { kind: 'word', lower, text: match, from: at, to: at + match.length }
  }
  return { kind: 'other', text: first, from: at, to: at + 1 }
}

/** The figures at a place: the first shape that fits and makes sense; nonsense such as 2026-02-30 is one `other` token. */
function figuresAt(text: string, at: number): Token | null {
  for (const { pattern, read } of shapes) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null) continue
    const place = { text: match[0], from: at, to: at + match[0].length }
    const body = read(match)
    return body === null ? { kind: 'other', ...place } : { ...body, ...place }
  }
  return null
}
