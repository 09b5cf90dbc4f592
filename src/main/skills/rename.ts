/** The rename cascade: pure, over all texts of a skill. */
import { parseMentions, replaceMentions } from '../../shared/mention.ts'
import type { Skill } from './skill.ts'

export type IsKnown = (slug: string) => boolean
/** The slug to mention instead, or null to leave a mention as it is written. */
export type Replace = (slug: string) => string | null

export const renaming =
  (from: string, to: string): Replace =>
  (slug) =>
    slug === from ? to : null

/** `skill` with other mentions in its summary, body and examples; the same object when nothing changes. */
export function rewriteMentions(skill: Skill, replace: Replace, isKnown: IsKnown): Skill {
  const inText = (text: string) => replaceMentions(text, replace, { isKnown })
  const shortDescription = inText(skill.shortDescription)
  const detailedBody = inText(skill.detailedBody)
  const examples = skill.examples.map(inText)
  const isSame =
    shortDescription === skill.shortDescription &&
    detailedBody === skill.detailedBody &&
    examples.every((example, index) => example === skill.examples[index])
  return isSame ? skill : { ...skill, shortDescription, detailedBody, examples }
}

const ascii = /^\p{ASCII}*$/v

/**
 * A cheap no for texts that cannot mention `slug`, so that a rename parses only the few that can. A slug or a text beyond
 * ASCII has more than one spelling, and is always a maybe.
 */
export function mayMention(slug: string): (skill: Skill) => boolean {
  if (!ascii.test(slug)) return () => true
  const spelling = new RegExp(`@${slug.replaceAll('-', '[\\-_]')}`, 'iv')
  const isMaybe = (text: string) => spelling.test(text) || !ascii.test(text)
  return ({ shortDescription, detailedBody, examples }) =>
    isMaybe(detailedBody) || isMaybe(shortDescription) || examples.some(isMaybe)
}

/**
 * In texts without spaces between words a new handle can change how far an old mention reads: with `週報を` known,
 * `@週報を書く` no longer mentions `週報`. True when the bodies, once `from` is `to` (or, with null, once `to` exists),
 * still mention what they did.
 */
export function keepsMentions(
  skills: readonly Skill[],
  from: string | null,
  to: string,
  isKnown: IsKnown,
): boolean {
  // Only a handle with a letter beyond ASCII can be longer than what a text without one reads as.
  if (ascii.test(to) && skills.every((skill) => ascii.test(skill.slug))) return true
  const isKnownAfter = (slug: string) => slug === to || (slug !== from && isKnown(slug))
  const replace: Replace = (slug) => (slug === from ? to : null)
  return skills.every(({ detailedBody }) => {
    if (ascii.test(detailedBody)) return true
    const before = slugsOf(detailedBody, isKnown)
    const after = slugsOf(replaceMentions(detailedBody, replace, { isKnown }), isKnownAfter)
    return (
      before.length === after.length &&
      before.every((slug, index) => after[index] === (replace(slug) ?? slug))
    )
  })
}

function slugsOf(text: string, isKnown: IsKnown): string[] {
  return parseMentions(text, { isKnown }).map((mention) => mention.slug)
}
