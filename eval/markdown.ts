/** Cells and tables of the reports. */
import type { Share } from './figures.ts'

/** A dash where there is nothing to say. */
export const nothing = '–'

/** @param value as a share of one */
export const percent = (value: number, digits = 0) => `${(value * 100).toFixed(digits)} %`
export const number = (value: number) => String(Math.round(value))

/** `18 of 20 (70–97 %)`; a dash where nothing counts. */
export function share({ hits, n, low, high }: Share): string {
  if (low === null || high === null) return nothing
  return `${hits} of ${n} (${number(low * 100)}–${number(high * 100)} %)`
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`

export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
