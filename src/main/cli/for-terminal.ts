/** A text of several lines for people: nothing in it drives a terminal. */
export function forTerminal(text: string): string {
  return text.replace(/[[\p{Cc}]--[\n\t]]/gv, (character) => (character === '\r' ? '' : '\uFFFD'))
}
