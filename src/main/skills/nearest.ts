import { editDistance } from '../nearest.ts'

/**
 * The slug that someone who wrote `slug` most likely meant, or null when none is near.
 * `names` maps what may be written (slugs, tools' names as slugs) to the slug it stands for.
 */
export function nearestSlug(slug: string, names: ReadonlyMap<string, string>): string | null {
  let best: { slug: string; distance: number } | null = null
  for (const [name, meant] of names) {
    const distance =
      name === slug ? 0 : editDistance(Array.from(slug), Array.from(name), Number.POSITIVE_INFINITY)
    if (distance <= allowed(slug, name) && (best === null || distance < best.distance)) {
      best = { slug: meant, distance }
    }
  }
  return best?.slug ?? null
}

/** Edits that still count as the same word mistyped: a third of it, and a whole beginning or end. */
function allowed(slug: string, name: string): number {
  const shared = name.startsWith(slug) || slug.startsWith(name) || name.endsWith(`-${slug}`)
  const typo = Math.floor(Math.max(slug.length, name.length) / 3)
  return shared && Math.min(slug.length, name.length) >= 3 ? Number.POSITIVE_INFINITY : Math.min(typo, 4)
}
