/** The editor for texts that mention skills and tools. No React: whoever mounts it destroys it. */

import { completionStatus } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { type ChangeSpec, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view'
import type { HandleName } from '../../shared/contract/skills.ts'
import { handlesField, handlesOf, setHandles } from './handles.ts'
import { mentionCompletion } from './mention-completion.ts'
import { mentionField } from './mention-field.ts'
import { mentionLint, replacing, unknownMentions } from './mention-lint.ts'
import { mentionMarks } from './mention-marks.ts'
import { mentionOpen } from './mention-open.ts'
import { editorTheme } from './theme.ts'
import { unseenSigns } from './unseen-signs.ts'

export interface UnknownMention {
  readonly slug: string
  /** Of its first place, in the editor's own counting. */
  readonly from: number
  readonly to: number
  readonly count: number
}

export interface EditorOptions {
  readonly parent: HTMLElement
  readonly text: string
  /** For screen readers. */
  readonly label: string
  /** Ids of what describes it. */
  readonly describedBy?: string
  readonly placeholder?: string
  /** Without it `@` opens no picker, and unknown handles are only tinted. */
  readonly hasPicker?: boolean
  /** After each change of the text by the person; not after `setText`. */
  onChange(text: string): void
  /** When what is unknown may have changed, the one that is being written left out. */
  onUnknown?(unknown: readonly UnknownMention[]): void
  /** A known handle was opened. */
  onOpen?(slug: string): void
  /** The handle that was likely meant for an unknown one; null = nothing near. */
  meantFor?(slug: string): string | null
}

export interface TextEditor {
  readonly view: EditorView
  text(): string
  /** Replaces the whole text, as one step that can be undone. Says nothing to `onChange`. */
  setText(text: string): void
  /** The namespace, and the slugs of the skill being written. */
  setHandles(names: readonly HandleName[], self: readonly string[]): void
  unknown(): UnknownMention[]
  /** Puts the cursor on a place, shows it and takes the focus. */
  reveal(range: { readonly from: number; readonly to: number }): void
  /** Every mention of one unknown slug becomes another. */
  replaceUnknown(slug: string, by: string): void
  destroy(): void
}

export function createEditor(options: EditorOptions): TextEditor {
  const breaks = lineBreaksOf(options.text)
  const textOf = (state: EditorState) => breaks.out(state.doc.toString())
  let isOwn = false
  let shown = ''
  const tell = (state: EditorState) => {
    const unknown = unknownIn(state)
    const key = JSON.stringify(unknown)
    if (key === shown) return
    shown = key
    options.onUnknown?.(unknown)
  }
  const listener = EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    if (docChanged && !isOwn) options.onChange(textOf(state))
    const isNews = transactions.some(({ effects }) => effects.length > 0)
    if (docChanged || isNews) tell(state)
  })
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [extensionsFor(options), listener],
    }),
  })
  return {
    view,
    text: () => textOf(view.state),
    setText(text) {
      if (text === textOf(view.state)) return
      isOwn = true
      view.dispatch({ changes: changeTo(view.state.doc.toString(), text.replace(/\r\n?/g, '\n')) })
      isOwn = false
    },
    setHandles: (names, self) => view.dispatch({ effects: setHandles.of(handlesOf(names, self)) }),
    unknown: () => unknownIn(view.state),
    reveal({ from, to }) {
      const end = Math.min(to, view.state.doc.length)
      const selection = { anchor: Math.min(from, end), head: end }
      view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) })
      view.focus()
    },
    replaceUnknown(slug, by) {
      const changes = unknownMentions(view.state)
        .filter((mention) => mention.slug === slug)
        .map((mention) => replacing(view.state, mention, by))
      view.dispatch({ changes, userEvent: 'input.replace' })
    },
    destroy: () => view.destroy(),
  }
}

function extensionsFor(options: EditorOptions): Extension {
  const described = options.describedBy === undefined ? {} : { 'aria-describedby': options.describedBy }
  return [
    handlesField,
    mentionField,
    mentionMarks(),
    options.hasPicker === true ? mentionCompletion() : [],
    options.hasPicker === true ? mentionLint({ meantFor: options.meantFor ?? (() => null) }) : [],
    unseenSigns(),
    mentionOpen({ onOpen: (slug) => options.onOpen?.(slug) }),
    history(),
    drawSelection(),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    EditorView.contentAttributes.of({
      'aria-label': options.label,
      // It scrolls, and what scrolls must be reachable by keyboard; said aloud, since not every tool knows that editing is enough.
      tabindex: '0',
      spellcheck: 'true',
      autocapitalize: 'sentences',
      ...described,
    }),
    options.placeholder === undefined ? [] : placeholder(options.placeholder),
    editorTheme(),
  ]
}

/** Each unknown slug once. The one at the cursor is left out while the picker is open: it is still being written. */
function unknownIn(state: EditorState): UnknownMention[] {
  const isPicking = completionStatus(state) !== null
  const { head } = state.selection.main
  const found = new Map<string, UnknownMention>()
  for (const { slug, from, to } of unknownMentions(state)) {
    if (isPicking && from < head && head <= to) continue
    const first = found.get(slug)
    found.set(slug, first === undefined ? { slug, from, to, count: 1 } : { ...first, count: first.count + 1 })
  }
  return [...found.values()]
}

/** From the first to the last place that differs, so that the cursor stays where nothing changed. */
function changeTo(before: string, after: string): ChangeSpec {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from += 1
  let same = 0
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same += 1
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) }
}

/** The editor counts every line break as one; a text that was written with another kind gets it back. */
function lineBreaksOf(text: string): { out(text: string): string } {
  const windows = text.match(/\r\n/g)?.length ?? 0
  const isWindows = windows > 0 && windows === text.match(/\r\n|\r|\n/g)?.length
  return { out: (edited) => (isWindows ? edited.replaceAll('\n', '\r\n') : edited) }
}
