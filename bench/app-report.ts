/** One thing that was measured on the built app. */
export interface Figure {
  readonly what: string
  /** Null: said for comparison only. */
  readonly most: number | null
  readonly unit: 'ms' | 'MB'
  readonly measured: number
}

function number(value: number): string {
  if (Number.isNaN(value)) return '–'
  return value.toFixed(value < 100 ? 1 : 0)
}

/** As a Markdown table, and whether each figure is within its bound; one that could not be taken is not. */
export function appReport(title: string, figures: readonly Figure[]): { text: string; isMet: boolean } {
  const rows = figures.map(({ what, most, unit, measured }) => {
    const expected = most === null ? '' : `at most ${most} ${unit}`
    return `| ${what} | ${expected} | ${number(measured)} ${unit} |`
  })
  return {
    text: [`| ${title} | expected | measured |`, '| --- | --- | --- |', ...rows].join('\n'),
    isMet: figures.every(({ most, measured }) => most === null || measured <= most),
  }
}
