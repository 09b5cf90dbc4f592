/** Slugs are minted, not merely typed: from a title to a free, readable name that the mention grammar reads back. */
import { PixieError } from './errors.ts'
import { foldSlug, joinsPrevious, pieces } from './mention-chars.ts'

/** A slug stays readable in a menu line and in a plan. In code points, a collision's number included. */
export const maxSlugLength = 64

/**
 * `title` as a slug: NFC, lower case, any run of characters that are not letters, marks or digits (of any script)
 * becomes one `-`; cut at a word to `maxSlugLength`. '' when the title has no letter or digit.
 */
export function makeSlug(title: string): string {
  const slug = foldSlug((title.normalize('NFC').match(pieces) ?? []).map(withoutEnclosing).join('-'))
  return shorten(slug, maxSlugLength)
}

/** A handle while it is typed: as a slug, but a `-` at the end may wait for the next letter. */
export function typedSlug(text: string): string {
  const slug = makeSlug(text)
  const isWaiting =
    slug !== '' && Array.from(slug).length < maxSlugLength && /[^\p{L}\p{M}\p{N}]$/u.test(text)
  return isWaiting ? `${slug}-` : slug
}

/**
 * A slug for `title` that `isTaken` says no to: the plain one, else with `-2`, `-3`…
 * Throws `invalid-input` with a suggestion when the title has no letter or digit to make one from.
 */
export function mintSlug(title: string, isTaken: (slug: string) => boolean): string {
  const slug = makeSlug(title)
  if (slug !== '') return firstFree(slug, isTaken)
  throw new PixieError('invalid-input', {
    what: 'a handle needs at least one letter or digit',
    value: title.slice(0, 40),
    hint: `Use for example @${firstFree('my-skill', isTaken)}.`,
  })
}

function firstFree(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`
    const numbered = shorten(slug, maxSlugLength - suffix.length) + suffix
    if (!isTaken(numbered)) return numbered
  }
}

/** A digit drawn as a keycap or in a circle by a combining sign is the digit. */
function withoutEnclosing(piece: string): string {
  return piece.replace(/\p{Me}/gu, '')
}

/** Cuts between words when the last one begins in the second half, and never takes a mark off its letter. */
function shorten(slug: string, length: number): string {
  const points = Array.from(slug)
  if (points.length <= length) return slug
  let end = length
  while (end > 1 && joinsPrevious(points[end] ?? '')) end -= 1
  const lastJoin = points.slice(0, end + 1).lastIndexOf('-')
  return points
    .slice(0, lastJoin > length / 2 ? lastJoin : end)
    .join('')
    .replace(/-$/, '')
}
