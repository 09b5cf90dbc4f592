/** Mentions of nothing, told where they stand: by the pointer, by F8, and to screen readers. */
import { type Action, type Diagnostic, linter } from '@codemirror/lint'
import type { ChangeSpec, EditorState, Extension } from '@codemirror/state'
import { brokenMention } from '../../shared/invisible.ts'
import type { Mention } from '../../shared/mention.ts'
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

/** No handle is longer, with what is not seen between its letters. */
const longestWord = 400

/** The change that puts another handle there: in the place of the whole word that is seen, when that is what it stands for. */
export function replacing(state: EditorState, { slug, from, to }: Mention, by: string): ChangeSpec {
  const here = state.sliceDoc(from, to + longestWord)
  const broken = brokenMention(here, { slug, from: 0, to: to - from }, { isKnown: isKnownIn(state) })
  return { from, to: broken?.slug === by ? from + broken.to : to, insert: `@${by}` }
}

export function mentionLint({ meantFor }: LintOptions): Extension {
  return linter(
    ({ state }) =>
      unknownMentions(state).map((mention): Diagnostic => {
        const { slug, from, to } = mention
        const meant = meantFor(slug)
        return {
          from,
          to,
          severity: 'error',
          message: `@${slug} is unknown. Remove it to save.`,
          actions: meant === null ? [] : [replaceBy(mention, meant)],
        }
      }),
    {
      delay: delayMs,
      needsRefresh: (update) =>
        update.transactions.some(({ effects }) => effects.some((effect) => effect.is(setHandles))),
    },
  )
}

function replaceBy({ slug }: Mention, meant: string): Action {
  return {
    name: `Use @${meant}`,
    apply: (view, from, to) =>
      view.dispatch({
        changes: replacing(view.state, { slug, from, to }, meant),
        userEvent: 'input.replace',
      }),
  }
}
