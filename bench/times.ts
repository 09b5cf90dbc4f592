/** The time that this share of the runs stayed within, so that one pause of the machine does not decide. Not a number without runs. */
export function within(share: number, times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}

export const median = (times: readonly number[]): number => within(0.5, times)
