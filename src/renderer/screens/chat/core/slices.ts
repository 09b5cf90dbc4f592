/** Cuts a very long text into parts that can be drawn one after the other. */

const fence = /^ {0,3}(```|~~~)/

/**
 * Parts of about `size` characters that joined are the text. Cut at blank lines outside code where there are any near,
 * else at a line's end, else between two characters.
 */
export function slices(text: string, size: number): string[] {
  const parts: string[] = []
  let from = 0
  while (text.length - from > size * 2) {
    const to = cutNear(text, from, size)
    parts.push(text.slice(from, to))
    from = to
  }
  parts.push(text.slice(from))
  return parts
}

/** The beginning of a text, of about `size` characters. */
export function beginning(text: string, size: number): string {
  return text.length <= size ? text : text.slice(0, cutNear(text, 0, size))
}

function cutNear(text: string, from: number, size: number): number {
  const most = Math.min(text.length, from + size * 4)
  let at = from
  let lineEnd = -1
  let isCode = false
  while (at < most) {
    const next = text.indexOf('\n', at)
    if (next === -1 || next >= most) break
    const line = text.slice(at, next)
    if (fence.test(line)) isCode = !isCode
    at = next + 1
    if (at - from < size) continue
    if (lineEnd === -1) lineEnd = at
    if (!isCode && line.trim() === '') return at
  }
  if (lineEnd !== -1) return lineEnd
  const cut = Math.min(text.length, from + size)
  const last = text.charCodeAt(cut - 1)
  return last >= 0xd800 && last <= 0xdbff && cut < text.length ? cut + 1 : cut
}
