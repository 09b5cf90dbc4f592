/**
 * The slug that someone who wrote `slug` most likely meant, or null when none is near.
 * `names` maps what may be written (slugs, tools' names as slugs) to the slug it stands for.
 */
export function nearestSlug(slug: string, names: ReadonlyMap<string, string>): string | null {
  let best: { slug: string; distance: number } | null = null
  for (const [name, meant] of names) {
    const distance = name === slug ? 0 : distanceBetween(slug, name)
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

/** Insertions, deletions and replacements, in code points. */
function distanceBetween(a: string, b: string): number {
  const left = Array.from(a)
  const right = Array.from(b)
  let row = right.map((_, index) => index + 1)
  for (const [rowIndex, character] of left.entries()) {
    let diagonal = rowIndex
    let before = rowIndex + 1
    row = row.map((above, index) => {
      before = Math.min(above + 1, before + 1, diagonal + (right[index] === character ? 0 : 1))
      diagonal = above
      return before
    })
  }
  return row.at(-1) ?? left.length
}
