/** Tint: orange for a skill, blue for a tool, a red wavy line for what is neither. Only what is on the screen. */
import type { EditorState, Extension } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { lookUp, setHandles } from './handles.ts'
import { mentionsOf } from './mention-field.ts'

const mark = (kind: string, label: string) =>
  Decoration.mark({ class: `cm-handle cm-handle-${kind}`, attributes: { 'data-handle': label } })

const marks = {
  skill: mark('skill', 'skill'),
  tool: mark('tool', 'tool'),
  off: mark('off', 'skill, switched off'),
  unknown: mark('unknown', 'unknown'),
} as const

function markFor(state: EditorState, slug: string): Decoration {
  const name = lookUp(state, slug)
  if (name === null) return marks.unknown
  if (name === 'self') return marks.skill
  return name.enabled ? marks[name.kind] : marks.off
}

function visibleMarks(view: EditorView): DecorationSet {
  const { state, visibleRanges } = view
  const ranges = mentionsOf(state)
    .filter(({ from, to }) => visibleRanges.some((range) => from < range.to && to > range.from))
    .map(({ slug, from, to }) => markFor(state, slug).range(from, to))
  return Decoration.set(ranges)
}

const plugin = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = visibleMarks(view)
    }

    update(update: ViewUpdate): void {
      const isNews = update.transactions.some(({ effects }) =>
        effects.some((effect) => effect.is(setHandles)),
      )
      if (update.docChanged || update.viewportChanged || isNews) this.decorations = visibleMarks(update.view)
    }
  },
  { decorations: (value) => value.decorations },
)

export function mentionMarks(): Extension {
  return plugin
}
