/** A text for people, of one line or more: nothing in it drives a terminal. */
export function forTerminal(text: string): string {
  return text.replace(/[[\p{Cc}]--[\n\t]]/gv, (character) => (character === '\r' ? '' : '\uFFFD'))
}
