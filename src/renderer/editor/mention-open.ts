/** What a handle is, on hover; and opening it with the platform's key and a click. */

import type { EditorState, Extension } from '@codemirror/state'
import { EditorView, hoverTooltip } from '@codemirror/view'
import { visibleName } from '../names.ts'
import { lookUp } from './handles.ts'
import { mentionsOf } from './mention-field.ts'

export interface OpenOptions {
  /** Only known skills and tools. */
  onOpen(slug: string): void
}

function mentionAt(state: EditorState, position: number) {
  return mentionsOf(state).find(({ from, to }) => from <= position && position <= to) ?? null
}

/** In words, for hover and screen readers: `skill · Fetch File`, and what it does. */
function wordsFor(state: EditorState, slug: string): { readonly title: string; readonly text: string } {
  const name = lookUp(state, slug)
  if (name === null) return { title: `@${slug} is unknown`, text: 'Remove it to save.' }
  if (name === 'self') return { title: `@${slug} is this skill`, text: 'It stops here and goes no further.' }
  const what = `@${slug} · ${name.label}`
  if (!name.enabled)
    return { title: `${what}, switched off`, text: 'It brings nothing until it is switched on.' }
  return { title: what, text: visibleName(name.summary) }
}

const hover = hoverTooltip((view, position) => {
  const mention = mentionAt(view.state, position)
  if (mention === null) return null
  const { title, text } = wordsFor(view.state, mention.slug)
  return {
    pos: mention.from,
    end: mention.to,
    above: true,
    create() {
      const dom = document.createElement('div')
      dom.className = 'cm-handle-tip'
      const head = dom.appendChild(document.createElement('b'))
      head.textContent = title
      const body = dom.appendChild(document.createElement('span'))
      body.textContent = text
      return { dom }
    },
  }
})

export function mentionOpen({ onOpen }: OpenOptions): Extension {
  return [
    hover,
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (event.button !== 0 || !(event.metaKey || event.ctrlKey)) return false
        const position = view.posAtCoords({ x: event.clientX, y: event.clientY })
        const mention = position === null ? null : mentionAt(view.state, position)
        if (mention === null || lookUp(view.state, mention.slug) === null) return false
        event.preventDefault()
        onOpen(mention.slug)
        return true
      },
    }),
  ]
}
