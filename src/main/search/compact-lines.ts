/** What a model reads of a list: short enough for its context, whole characters only. */

/** About 100 tokens of English. In code points. */
const maximumTotal = 380
/** The best line may take this much, the next ones share the rest. In code points. */
const maximumFirst = 240
/** Less than this of a line says nothing. In code points. */
const minimumLine = 24

/** One line for each text, best first, as many as fit; the rest as a number (`and 3 more`). */
export function compactLines(texts: readonly string[]): string {
  const lines: string[] = []
  let left = maximumTotal
  for (const text of texts) {
    const room = Math.min(
      left,
      lines.length === 0 ? maximumFirst : Math.max(minimumLine, Math.floor(left / 2)),
    )
    if (room < minimumLine) break
    const line = shorten(text.replace(/\s+/g, ' ').trim(), room)
    lines.push(line)
    left -= [...line].length
  }
  const more = texts.length - lines.length
  return more > 0 ? `${lines.join('\n')}\nand ${more} more` : lines.join('\n')
}

/** Cut after a whole character, at a space where one is near. `limit` in code points. */
export function shorten(text: string, limit: number): string {
  const points = [...text]
  if (points.length <= limit) return text
  const cut = points
    .slice(0, limit - 1)
    .join('')
    .replace(/[\p{M}\u200d]+$/u, '')
  const space = cut.lastIndexOf(' ')
  return `${space > cut.length * 0.7 ? cut.slice(0, space) : cut}…`
}
