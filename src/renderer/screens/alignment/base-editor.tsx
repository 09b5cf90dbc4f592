import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { HandleName } from '../../../shared/contract/skills.ts'
import { createEditor, type TextEditor } from '../../editor/create-editor.ts'
import styles from './alignment.module.css'

export interface BaseEditorHandle {
  /** A step that can be undone in the editor. */
  setText(text: string): void
}

interface BaseEditorProps {
  readonly text: string
  readonly names: readonly HandleName[]
  onChange(text: string): void
  onOpen(slug: string): void
  readonly ref?: Ref<BaseEditorHandle>
}

/** The part of the document that is the owner's to write. Handles in it are tinted as everywhere. */
export function BaseEditor(props: BaseEditorProps) {
  const { text, names, ref } = props
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<TextEditor | null>(null)
  const newest = useRef(props)
  const firstText = useRef(text)
  useEffect(() => {
    newest.current = props
  })
  useEffect(() => {
    if (place.current === null) return
    const made = createEditor({
      parent: place.current,
      text: firstText.current,
      label: 'Base instructions',
      placeholder: 'What your agent should always know, in a few sentences.',
      onChange: (next) => newest.current.onChange(next),
      onOpen: (slug) => newest.current.onOpen(slug),
    })
    editor.current = made
    return () => {
      editor.current = null
      made.destroy()
    }
  }, [])
  useEffect(() => {
    editor.current?.setHandles(names, [])
  }, [names])
  useImperativeHandle(ref, () => ({ setText: (next) => editor.current?.setText(next) }), [])
  return <div ref={place} className={styles.base} />
}
