import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import type { HandleName } from '../../shared/contract/skills.ts'
import { createEditor, type EditorOptions, type TextEditor } from './create-editor.ts'

export interface EditorHandle {
  /** Takes over a text from outside: a step that can be undone in the editor. */
  setText(text: string): void
}

interface Options extends Omit<EditorOptions, 'parent' | 'text'> {
  /** The text to begin with; later ones come through `ref`. */
  readonly text: string
  readonly names: readonly HandleName[]
  /** Slugs of the skill itself, separated by spaces. */
  readonly self?: string
  readonly ref: Ref<EditorHandle> | undefined
}

/** An editor in the element of `place` while that is shown. Its callbacks are always the newest ones. */
export function useEditor({ names, self = '', ref, ...options }: Options): {
  readonly place: RefObject<HTMLDivElement | null>
  readonly editor: RefObject<TextEditor | null>
} {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<TextEditor | null>(null)
  const newest = useRef(options)
  useEffect(() => {
    newest.current = options
  })
  useEffect(() => {
    if (place.current === null) return
    const made = createEditor({
      ...newest.current,
      parent: place.current,
      onChange: (text) => newest.current.onChange(text),
      onOpen: (slug) => newest.current.onOpen?.(slug),
      meantFor: (slug) => newest.current.meantFor?.(slug) ?? null,
    })
    editor.current = made
    return () => {
      editor.current = null
      made.destroy()
    }
  }, [])
  useEffect(() => {
    editor.current?.setHandles(names, self === '' ? [] : self.split(' '))
  }, [names, self])
  useImperativeHandle(ref, () => ({ setText: (text) => editor.current?.setText(text) }), [])
  return { place, editor }
}
