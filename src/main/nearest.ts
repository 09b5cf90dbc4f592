/** The candidate nearest to what was typed, or null when none is near enough to be a slip of the fingers. */
export function nearest(typed: string, candidates: readonly string[]): string | null {
  const wanted = typed.toLowerCase()
  let best: string | null = null
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`, each a list of characters; `limit` when it is that or more. */
export function editDistance(a: ArrayLike<string>, b: ArrayLike<string>, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let beforeLast: number[] = []
  let nearestBefore = 0
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      const options = [at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1)]
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        options.push(at(beforeLast, j - 2) + 1)
      row.push(Math.min(...options))
    }
    // A swap reaches back two rows: once both are too far, nothing after them comes nearer.
    const nearest = Math.min(...row)
    if (nearest >= limit && nearestBefore >= limit) return limit
    nearestBefore = nearest
    beforeLast = last
    last = row
  }
  return Math.min(limit, at(last, b.length))
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
