/** Two short texts, line against line. */

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Lines common to both in their longest order are `same`; where a place changed, what went stands before what came. */
export function diffLines(from: string, to: string): DiffLine[] {
  const [before, after] = [linesOf(from), linesOf(to)]
  const common = commonLengths(before, after)
  const at = (i: number, j: number) => common[i]?.[j] ?? 0
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [old, now] = [before[i], after[j]]
    if (old !== undefined && old === now) {
      lines.push({ kind: 'same', text: old })
      i += 1
      j += 1
    } else if (old !== undefined && (now === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: old })
      i += 1
    } else if (now !== undefined) {
      lines.push({ kind: 'added', text: now })
      j += 1
    }
  }
  return lines
}

/** Texts with more lines than this are compared as wholes: the table grows with the square. */
const maxLines = 2_000

function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/)
  return lines.length > maxLines ? [text] : lines
}

/** Length of the longest common subsequence from each pair of places to the ends. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const rows = Array.from({ length: before.length + 1 }, () => Array.from(after, () => 0))
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const [row, below] = [rows[i] ?? [], rows[i + 1] ?? []]
    for (let j = after.length - 1; j >= 0; j -= 1) {
      row[j] = before[i] === after[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return rows
}
