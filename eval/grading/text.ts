/** Words of an answer, however they are written. */
import { fold } from '../../src/shared/fold.ts'

/** Folded, with every run of signs and white space as one space: `L’Art de  perdre!` is `l art de perdre`. */
export function plainWords(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const isUnspaced = (text: string) =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\s]+$/u.test(text)

/** Whether `wanted` stands in the text as whole words: `3 May` does not stand in `13 May`. */
export function holdsWords(text: string, wanted: string): boolean {
  const words = plainWords(wanted)
  if (words === '') return false
  // Scripts without spaces have no edges of words to look for.
  if (isUnspaced(words)) return plainWords(text).includes(words)
  return ` ${plainWords(text)} `.includes(` ${words} `)
}

/** A row of a table as it stands in a file: commas without spaces, not all of which are inside numbers. */
function isRow(line: string): boolean {
  const commas = line.match(/,/g)?.length ?? 0
  return commas >= 2 && !/,(?:\s|$)/.test(line) && /\D,|,\D/.test(line)
}

/** With rows of comma-separated files taken apart, so that their commas are no decimal ones. */
export function withoutRows(text: string): string {
  return text
    .split('\n')
    .map((line) => (isRow(line) ? line.replaceAll(',', ' ; ') : line))
    .join('\n')
}
