/** Of models: sizes, rates and times as people read them. */
import { number } from '../../formats.ts'

/** Of files and downloads, in millions of bytes as they are usually given: `693 MB`, `1.12 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${number(Math.ceil(bytes / 1e3))} kB`
  const mega = Math.round(bytes / 1e6)
  return mega < 1000 ? `${number(mega)} MB` : `${number(bytes / 1e9, mega < 10_000 ? 2 : 1)} GB`
}

/** Of memory, in the units that it is sold in: `16 GB`, `2.4 GB`. */
export function memoryText(bytes: number): string {
  const giga = bytes / 2 ** 30
  return `${number(giga, giga < 10 && Math.abs(giga - Math.round(giga)) > 0.2 ? 1 : 0)} GB`
}

/** `11 MB/s`, `0.4 MB/s`. */
export function rateText(bytesPerSecond: number): string {
  const mega = bytesPerSecond / 1e6
  return `${number(mega, mega < 10 ? 1 : 0)} MB/s`
}

/** `39 s`, `4 min`, `1 h 20 min`. */
export function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** A usual line at home, for saying beforehand how long a download takes. */
const usualBytesPerSecond = 10e6

/** `about 2 min at 10 MB/s`, where the rate is never torn from its unit. */
export function beforehandText(bytes: number): string {
  return `about ${timeText(bytes / usualBytesPerSecond)} at ${rateText(usualBytesPerSecond).replace(' ', '\u00a0')}`
}

/** Whole percent, never 100 before the end. */
export function percent(done: number, total: number): number {
  return total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total))
}
