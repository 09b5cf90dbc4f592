/** The mentions of the text, kept up to date: a key reads again only what it touched. */
import { type EditorState, StateField, type Transaction } from '@codemirror/state'
import type { Mention } from '../../shared/mention.ts'
import { type MentionScan, rescanMentions, scanMentions, type TextChange } from '../../shared/mention-scan.ts'
import { isKnownIn, setHandles } from './handles.ts'

const optionsFor = (state: EditorState) => ({ isKnown: isKnownIn(state) })

/** Needs `handlesField` before it. */
export const mentionField = StateField.define<MentionScan>({
  create: (state) => scanMentions(state.doc.toString(), optionsFor(state)),
  update(scan, transaction) {
    const { state, newDoc } = transaction
    if (transaction.effects.some((effect) => effect.is(setHandles)))
      return scanMentions(newDoc.toString(), optionsFor(state))
    if (!transaction.docChanged) return scan
    return rescanMentions(scan, newDoc.toString(), wholeChange(transaction), optionsFor(state))
  },
})

export function mentionsOf(state: EditorState): readonly Mention[] {
  return state.field(mentionField).mentions
}

/** All changes of a transaction as one. */
function wholeChange({ changes }: Transaction): TextChange {
  let from = Number.POSITIVE_INFINITY
  let to = 0
  let newTo = 0
  changes.iterChangedRanges((fromA, toA, _fromB, toB) => {
    from = Math.min(from, fromA)
    to = Math.max(to, toA)
    newTo = Math.max(newTo, toB)
  })
  return { from, to, inserted: newTo - from }
}
