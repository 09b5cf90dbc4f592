/** What the editor knows of the namespace. Changes while a text is open: skills come, go and are renamed elsewhere. */
import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import type { HandleName } from '../../shared/contract/skills.ts'

export interface Handles {
  readonly bySlug: ReadonlyMap<string, HandleName>
  /** Slugs of the skill that is being written, old and new: known, and never offered. */
  readonly self: readonly string[]
}

export const setHandles = StateEffect.define<Handles>()

export const handlesField = StateField.define<Handles>({
  create: () => ({ bySlug: new Map(), self: [] }),
  update(handles, transaction) {
    for (const effect of transaction.effects) if (effect.is(setHandles)) return effect.value
    return handles
  },
})

export function handlesOf(names: readonly HandleName[], self: readonly string[]): Handles {
  return { bySlug: new Map(names.map((name) => [name.slug, name])), self }
}

/** Whether a slug names something; the skill being written knows itself. */
export function isKnownIn(state: EditorState): (slug: string) => boolean {
  const { bySlug, self } = state.field(handlesField)
  return (slug) => bySlug.has(slug) || self.includes(slug)
}

/** What a slug names, for tint and words; null = nothing. */
export function lookUp(state: EditorState, slug: string): HandleName | 'self' | null {
  const { bySlug, self } = state.field(handlesField)
  if (self.includes(slug)) return 'self'
  return bySlug.get(slug) ?? null
}
