/** In UTF-16 units: about what one line of the sidebar shows twice over. */
const titleLength = 80

/** A conversation's title from what was said first: its first words on one line. */
export function titleFrom(text: string | null): string {
  const line = (text ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim()
  if (line === '') return 'New chat'
  if (line.length <= titleLength) return line
  const cut = line.slice(0, titleLength)
  const space = cut.lastIndexOf(' ')
  // Words of scripts without spaces, or one very long word: cut where it is, but not inside a character.
  const words = space > titleLength / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '')
  return `${words}…`
}
