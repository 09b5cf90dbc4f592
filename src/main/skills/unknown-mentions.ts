/** Mentions of nothing: what was likely meant, and what a reader would not see in them. The gate, the editor and the command line tell the same. */
import { brokenMention, codePointOf, nameOfInvisible } from '../../shared/invisible.ts'
import { type Mention, parseMentions } from '../../shared/mention.ts'
import { findHiddenText, type HiddenText } from './hidden-text.ts'
import type { Registry } from './registry.ts'
import type { IsKnown } from './rename.ts'

export interface UnknownMention {
  readonly slug: string
  /** The known handle that was likely meant; null when none is near. */
  readonly meant: string | null
  /** What is not seen in it, as the rest of a sentence: `a zero-width space (U+200B) stands right after it; take that out`. */
  readonly hidden: string | null
}

/** Each once, in first-seen order. `isKnown` may know more than the namespace: the skill itself, and what comes with it. */
export function unknownMentions(body: string, namespace: Registry, isKnown: IsKnown): UnknownMention[] {
  const unknown = parseMentions(body, { isKnown }).filter(({ slug }) => !isKnown(slug))
  if (unknown.length === 0) return []
  // Whether a word is one of look-alike letters depends on the whole text.
  const lookAlikes = findHiddenText(body).filter(({ kind }) => kind === 'look-alike')
  return [...new Set(unknown.map(({ slug }) => slug))].map((slug) => {
    const places = unknown.filter((mention) => mention.slug === slug)
    const broken = places
      .map((place) => brokenMention(body, place, { isKnown }))
      .find((each) => each !== null)
    const near = namespace.nearest(slug)
    const nearKnown = near !== null && isKnown(near) ? near : null
    return {
      slug,
      meant: broken !== undefined && isKnown(broken.slug) ? broken.slug : nearKnown,
      hidden: broken === undefined ? lookAlike(body, places, lookAlikes) : afterIt(broken.character),
    }
  })
}

function afterIt(character: string): string {
  const name = nameOfInvisible(character)
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name} (${codePointOf(character)}) stands right after it; take that out`
}

function lookAlike(
  body: string,
  [place]: readonly Mention[],
  lookAlikes: readonly HiddenText[],
): string | null {
  const words = body.slice(place?.from, place?.to).split(/[@\-_]/)
  const found = lookAlikes.find(({ text }) => words.includes(text))
  return found === undefined ? null : `it has ${found.what}; type it anew`
}
