/** Mentions of nothing, told where they stand: by the pointer, by F8, and to screen readers. */
import { type Action, type Diagnostic, linter } from '@codemirror/lint'
import type { EditorState, Extension } from '@codemirror/state'
import { isKnownIn, setHandles } from './handles.ts'
import { mentionsOf } from './mention-field.ts'

/** Quiet while one types on. */
const delayMs = 400

export interface LintOptions {
  /** The handle that was likely meant, from the last check; null = nothing near. */
  meantFor(slug: string): string | null
}

export function unknownMentions(state: EditorState) {
  const isKnown = isKnownIn(state)
  return mentionsOf(state).filter(({ slug }) => !isKnown(slug))
}

export function mentionLint({ meantFor }: LintOptions): Extension {
  return linter(
    ({ state }) =>
      unknownMentions(state).map(({ slug, from, to }): Diagnostic => {
        const meant = meantFor(slug)
        return {
          from,
          to,
          severity: 'error',
          message: `@${slug} is unknown. Remove it to save.`,
          actions: meant === null ? [] : [replaceBy(meant)],
        }
      }),
    {
      delay: delayMs,
      needsRefresh: (update) =>
        update.transactions.some(({ effects }) => effects.some((effect) => effect.is(setHandles))),
    },
  )
}

function replaceBy(slug: string): Action {
  return {
    name: `Use @${slug}`,
    apply: (view, from, to) =>
      view.dispatch({ changes: { from, to, insert: `@${slug}` }, userEvent: 'input.replace' }),
  }
}
