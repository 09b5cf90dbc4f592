import { codePointOf } from '../shared/invisible.ts'

/** Signs that turn the direction of what follows: with them the ending of a file can be faked. */
const controls = /([\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])/g

const signOf = (control: string) => `⟨${codePointOf(control)}⟩`

/** A name in which each sign that turns the direction is seen, as `⟨U+202E⟩`, and turns nothing. */
export function visibleName(name: string): string {
  return name.replace(controls, signOf)
}

/** The same in parts, those signs at the odd places. */
export function nameParts(name: string): string[] {
  return name.split(controls).map((part, place) => (place % 2 === 1 ? signOf(part) : part))
}
