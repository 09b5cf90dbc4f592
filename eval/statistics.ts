/** What counts from few questions are worth. */

const z95 = 1.96

/** The 95 % Wilson interval of `hits` of `n`, as shares. */
export function wilson(hits: number, n: number): [number, number] {
  if (n === 0) return [0, 1]
  const p = hits / n
  const centre = p + (z95 * z95) / (2 * n)
  const spread = z95 * Math.sqrt((p * (1 - p)) / n + (z95 * z95) / (4 * n * n))
  const scale = 1 + (z95 * z95) / n
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)]
}

/** The value below which `share` of the numbers lie, by linear interpolation; 0 of none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const lower = sorted[Math.floor(at)] ?? 0
  const upper = sorted[Math.ceil(at)] ?? lower
  return lower + (upper - lower) * (at - Math.floor(at))
}

/**
 * McNemar's exact test: how likely a split of the pairs that differ at least as uneven as this is by chance (two-sided).
 * @param onlyFirst pairs where only the first run was right
 */
export function mcnemar(onlyFirst: number, onlySecond: number): number {
  const n = onlyFirst + onlySecond
  const fewer = Math.min(onlyFirst, onlySecond)
  // In logarithms: 2^-n is nothing for a double when thousands of pairs differ.
  let logTerm = -n * Math.LN2
  let tail = Math.exp(logTerm)
  for (let k = 1; k <= fewer; k++) {
    logTerm += Math.log((n - k + 1) / k)
    tail += Math.exp(logTerm)
  }
  return Math.min(1, 2 * tail)
}
