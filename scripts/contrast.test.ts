import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** The colours of the window: here, since the window's own code has no files to read. */
const css = readFileSync(new URL('../src/renderer/tokens.css', import.meta.url), 'utf8')

type Rgb = readonly [number, number, number]
type Theme = 'light' | 'dark'

/** The value of a token in one theme: the first that is declared, without what more contrast changes. */
function token(name: string, theme: Theme): Rgb {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(css)?.[1] ?? ''
  const hex = [...value.matchAll(/#[0-9a-f]{6}\b/g)].map(([color]) => color)
  const chosen = hex.length === 2 && theme === 'dark' ? hex[1] : hex[0]
  if (chosen === undefined) throw new Error(`--${name} is no colour: ${value}`)
  return [1, 3, 5].map((at) => Number.parseInt(chosen.slice(at, at + 2), 16)) as unknown as Rgb // three places
}

/** One colour laid over another, as `color-mix(in srgb, over PERCENT, transparent)` on it is. */
function over(top: Rgb, share: number, below: Rgb): Rgb {
  return top.map((value, index) => value * share + (below[index] ?? 0) * (1 - share)) as unknown as Rgb // three places
}

/** Relative luminance and contrast ratio as WCAG 2.2 defines them. */
function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number] // two given
  return (light + 0.05) / (dark + 0.05)
}

const papers = ['bg', 'side', 'raised', 'sunk'] as const
const onPapers = ['ink', 'ink-2', 'ink-3', 'skill', 'tool', 'bad', 'good'] as const

const pairs: readonly (readonly [text: string, paper: string])[] = [
  ...onPapers.flatMap((text) => papers.map((paper) => [text, paper] as const)),
  ['skill', 'skill-bg'],
  ['tool', 'tool-bg'],
  ['bad', 'bad-bg'],
  ['good', 'good-bg'],
  ['ink', 'bad-bg'],
  ['ink-2', 'bad-bg'],
  ['ink', 'good-bg'],
  ['ink-2', 'good-bg'],
  ['on-solid', 'solid'],
  ['bg', 'bad'],
]

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  test('every text can be read on every paper it stands on', () => {
    const faint = pairs
      .map(([text, paper]) => ({ text, paper, ratio: contrast(token(text, theme), token(paper, theme)) }))
      .filter(({ ratio }) => ratio < 4.5)
    expect(faint).toEqual([])
  })

  test('and on a row that is chosen or under the pointer', () => {
    const ink = token('ink', theme)
    const ratios = papers.flatMap((paper) => {
      const chosen = over(ink, 0.09, token(paper, theme))
      return [contrast(ink, chosen), contrast(token('ink-2', theme), chosen)]
    })
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5)
  })

  test('the ring of the keyboard and the frame of a control can be seen', () => {
    const ratios = papers.flatMap((paper) => [
      contrast(token('focus', theme), token(paper, theme)),
      contrast(token('ink-3', theme), token(paper, theme)),
    ])
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(3)
  })
})
