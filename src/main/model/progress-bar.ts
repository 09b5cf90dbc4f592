/** Progress of a model fetch as text: one changing line on a terminal, a few plain lines elsewhere. */
import type { ModelProgress, OnProgress } from './progress.ts'

/** Elsewhere a line is written for each phase and source, and for each tenth of the total. */
const plainSteps = 10
const barCells = 20

/** `draw` replaces the terminal's one progress line; `note` writes a whole line. Neither gets line ends. */
export function progressText(target: {
  terminal: boolean
  draw(line: string): void
  note(line: string): void
}): OnProgress {
  return target.terminal ? (p) => target.draw(progressLine(p, true)) : plainLines(target.note)
}

function plainLines(note: (line: string) => void): OnProgress {
  let lastHeading = ''
  let lastStep = -1
  return (p) => {
    const step = p.totalBytes ? Math.floor((p.doneBytes / p.totalBytes) * plainSteps) : 0
    // The parts of one list of packages are one source.
    const kind = heading(p).replace(/\(.*/, '')
    if (kind === lastHeading && step <= lastStep) return
    lastHeading = kind
    lastStep = step
    note(progressLine(p, false))
  }
}

function heading(p: ModelProgress): string {
  switch (p.phase) {
    case 'download':
      return `Fetching from ${p.source}`
    case 'verify':
      return `Checking ${p.source}`
    case 'wait':
      return `Waiting for ${p.source}`
  }
}

/** `Fetching from example.org [████······] 41% · 458 of 1,117 MB · 12.3 MB/s · 54 s left`. */
function progressLine(p: ModelProgress, bar: boolean): string {
  const share = p.totalBytes ? Math.min(1, p.doneBytes / p.totalBytes) : null
  const parts: string[] = []
  if (share !== null) parts.push(`${Math.floor(share * 100)}%`)
  parts.push(p.totalBytes === null ? megabytes(p.doneBytes) : amount(p.doneBytes, p.totalBytes))
  if (p.bytesPerSecond !== null && p.phase !== 'wait') parts.push(`${megabytes(p.bytesPerSecond)}/s`)
  if (p.secondsLeft && p.phase !== 'wait') parts.push(`${duration(p.secondsLeft)} left`)
  const cells = share === null || !bar ? '' : `[${drawBar(share)}] `
  return `${heading(p)} ${cells}${parts.join(' · ')}`
}

function drawBar(share: number): string {
  const full = Math.floor(share * barCells)
  return '█'.repeat(full) + '·'.repeat(barCells - full)
}

function amount(done: number, total: number): string {
  return `${megabytes(done).replace(' MB', '')} of ${megabytes(total)}`
}

/** Millions of bytes, as downloads are usually given: `1,117 MB`, `12.3 MB`. */
export function megabytes(bytes: number): string {
  const value = bytes / 1e6
  return `${value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 })} MB`
}

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
