/** Numbers as they stand in the chat. */
const grouped = new Intl.NumberFormat('en-US')

export const count = (value: number) => grouped.format(value)

export const plural = (value: number, one: string, many = `${one}s`) =>
  `${count(value)} ${value === 1 ? one : many}`

/** `7.8 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** Of a text: `400 kB`. */
export function sizeOfText(text: string): string {
  const bytes = new TextEncoder().encode(text).length
  return sizeOf(bytes)
}

export function sizeOf(bytes: number): string {
  if (bytes < 1000) return plural(bytes, 'byte')
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
