/** The picker that `@` opens: every skill and tool but the skill itself, found by slug or title in any script. */

import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionStatus,
  pickedCompletion,
  startCompletion,
} from '@codemirror/autocomplete'
import { isolateHistory } from '@codemirror/commands'
import { type EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import type { HandleName } from '../../shared/contract/skills.ts'
import { openMentionAt, parseMentions } from '../../shared/mention.ts'
import { visibleName } from '../names.ts'
import { handlesField, isKnownIn } from './handles.ts'

/** A list longer than this is not read. */
const maxOptions = 100

interface HandleCompletion extends Completion {
  readonly handle: HandleName
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('_', '-')

/**
 * How well a handle fits what was typed; null = not at all. The beginning of the slug first, then of a word in it or of
 * the title, then anywhere in either.
 */
function fitOf({ slug, title }: Pick<HandleName, 'slug' | 'title'>, query: string): number | null {
  const wanted = fold(query)
  const [handle, name] = [fold(slug), fold(title)]
  if (handle.startsWith(wanted)) return 3
  const words = wanted.replace(/-+/g, ' ').trim()
  if (handle.includes(`-${wanted}`) || name.startsWith(words) || name.includes(` ${words}`)) return 2
  return handle.includes(wanted) || name.replaceAll(' ', '').includes(wanted) ? 1 : null
}

/** The handles that fit, best first, otherwise in the order of the namespace. */
export function fittingHandles(
  names: Iterable<HandleName>,
  self: readonly string[],
  query: string,
): HandleName[] {
  return [...names]
    .filter(({ slug }) => !self.includes(slug))
    .flatMap((handle) => {
      const fit = fitOf(handle, query)
      return fit === null ? [] : [{ handle, fit }]
    })
    .sort((a, b) => b.fit - a.fit)
    .slice(0, maxOptions)
    .map(({ handle }) => handle)
}

function source(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context
  const open = openMentionAt(state.doc.toString(), pos, { isKnown: isKnownIn(state) })
  if (open === null) return null
  const { bySlug, self } = state.field(handlesField)
  const handles = fittingHandles(bySlug.values(), self, open.query)
  if (handles.length === 0) return null
  return {
    from: open.from,
    to: open.to,
    filter: false,
    options: handles.map(
      (handle): HandleCompletion => ({
        handle,
        label: `@${handle.slug}`,
        detail: handle.enabled ? handle.label : `${handle.label}, switched off`,
        type: handle.kind,
        apply: insertHandle,
      }),
    ),
  }
}

/** One step of undo; what stands around it stays, and keeps meaning what it did. */
function insertHandle(view: EditorView, completion: Completion, from: number, word: number): void {
  const { state } = view
  // What already stands there of the handle is not written twice.
  const end = from + completion.label.length
  const to = fold(state.sliceDoc(from, end)) === fold(completion.label) ? Math.max(word, end) : word
  const insert = completion.label + gapAfter(state, completion.label, from, to)
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + completion.label.length },
    annotations: [pickedCompletion.of(completion), isolateHistory.of('full')],
    userEvent: 'input.complete',
    scrollIntoView: true,
  })
}

/** A space, where the text after it would be read as a part of the handle. */
function gapAfter(state: EditorState, mention: string, from: number, to: number): string {
  const line = state.doc.lineAt(from)
  const after = state.sliceDoc(to, Math.min(state.doc.length, line.to + 1))
  const read = parseMentions(mention + after, { isKnown: isKnownIn(state) })[0]
  return read?.slug === mention.slice(1) ? '' : ' '
}

function renderShape(completion: Completion): Node {
  const shape = document.createElement('span')
  shape.className = `cm-shape cm-shape-${completion.type ?? 'tool'}`
  shape.setAttribute('aria-hidden', 'true')
  return shape
}

function renderTitle(completion: Completion): Node | null {
  const { handle } = completion as HandleCompletion // all options are made by `source`
  if (fold(handle.title).replace(/[^\p{L}\p{N}]+/gu, '-') === handle.slug) return null
  const title = document.createElement('span')
  title.className = 'cm-handle-title'
  title.textContent = visibleName(handle.title)
  return title
}

/** Also after what opens it by itself: a bracket, a script without spaces. `activateOnTyping` asks only after word characters. */
const opener = EditorView.updateListener.of((update) => {
  if (!update.docChanged || completionStatus(update.state) !== null) return
  const isTyped = update.transactions.some((transaction) => transaction.isUserEvent('input.type'))
  const { main } = update.state.selection
  if (isTyped && main.empty && update.state.sliceDoc(main.head - 1, main.head) === '@')
    queueMicrotask(() => {
      if (update.view.state === update.state) startCompletion(update.view)
    })
})

/** Escape closes the picker and nothing around the editor. */
const keys = Prec.highest(
  keymap.of([
    { key: 'Escape', run: closeCompletion, stopPropagation: true },
    { key: 'Tab', run: acceptCompletion },
  ]),
)

export function mentionCompletion(): Extension {
  return [
    keys,
    opener,
    autocompletion({
      override: [source],
      icons: false,
      defaultKeymap: true,
      maxRenderedOptions: maxOptions,
      optionClass: (completion) => `cm-option-${completion.type ?? 'tool'}`,
      addToOptions: [
        { render: renderShape, position: 20 },
        { render: renderTitle, position: 60 },
      ],
    }),
  ]
}
