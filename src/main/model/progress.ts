/** How far a fetch is, with its rate. */

export interface ModelProgress {
  /** `wait`: another process or task fetches the same model. */
  readonly phase: 'download' | 'verify' | 'wait'
  /** Where the bytes come from, for people: a host name, or `Python packages (part 3 of 22)`; for `wait` who works. */
  readonly source: string
  readonly doneBytes: number
  /** Null while unknown. */
  readonly totalBytes: number | null
  /** Over the last seconds; null at the beginning. */
  readonly bytesPerSecond: number | null
  readonly secondsLeft: number | null
}

export type OnProgress = (progress: ModelProgress) => void

/** Turns byte counts into progress with rates. One a fetch. */
export interface Meter {
  /** A new phase or source, told at once. The rate goes on when the bytes do. */
  start(phase: ModelProgress['phase'], source: string, doneBytes: number, totalBytes: number | null): void
  /** Told at most ten times a second, and always at the end of the total. */
  update(doneBytes: number): void
}

const tellEveryMs = 100
const windowMs = 5000
const warmUpMs = 300

/** `now` in milliseconds, rising. */
export function createMeter(
  onProgress: OnProgress | undefined,
  now: () => number = () => performance.now(),
): Meter {
  let current = { phase: 'download' as ModelProgress['phase'], source: '', total: null as number | null }
  let samples: { at: number; bytes: number }[] = []
  let toldAt = Number.NEGATIVE_INFINITY

  const tell = (doneBytes: number) => {
    const at = now()
    const first = samples[0]
    const elapsed = first ? at - first.at : 0
    const rate =
      first && elapsed >= warmUpMs ? Math.max(0, ((doneBytes - first.bytes) / elapsed) * 1000) : null
    const left = current.total === null ? null : Math.max(0, current.total - doneBytes)
    toldAt = at
    onProgress?.({
      phase: current.phase,
      source: current.source,
      doneBytes,
      totalBytes: current.total,
      bytesPerSecond: rate === null ? null : Math.round(rate),
      secondsLeft: rate === null || rate === 0 || left === null ? null : Math.ceil(left / rate),
    })
  }

  return {
    start(phase, source, doneBytes, totalBytes) {
      const last = samples.at(-1)
      const goesOn = last !== undefined && phase === current.phase && doneBytes >= last.bytes
      if (!goesOn) samples = [{ at: now(), bytes: doneBytes }]
      current = { phase, source, total: totalBytes }
      tell(doneBytes)
    },
    update(doneBytes) {
      const at = now()
      if (at - toldAt < tellEveryMs && doneBytes !== current.total) return
      samples.push({ at, bytes: doneBytes })
      while (samples.length > 2 && at - (samples[0]?.at ?? at) > windowMs) samples.shift()
      tell(doneBytes)
    },
  }
}
