const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** `1.2 GB`, counted in thousands as the system does. */
export function sizeText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit > 1 && value < 10 ? 1 : 0
  return `${value.toFixed(digits)} ${units[unit]}`
}

/** `1 note`, `2,300 notes`. */
export function countText(count: number, one: string, many: string = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
