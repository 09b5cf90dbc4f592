import type { Ref } from 'react'
import type { HandleName } from '../../../shared/contract/skills.ts'
import { type EditorHandle, useEditor } from '../../editor/use-editor.ts'
import styles from './alignment.module.css'

interface BaseEditorProps {
  readonly text: string
  readonly names: readonly HandleName[]
  onChange(text: string): void
  onOpen(slug: string): void
  readonly ref?: Ref<EditorHandle>
}

/** The part of the document that is the owner's to write. Handles in it are tinted as everywhere. */
export function BaseEditor({ ref, ...props }: BaseEditorProps) {
  const { place } = useEditor({
    ...props,
    ref,
    label: 'Base instructions',
    placeholder: 'What your agent should always know, in a few sentences.',
  })
  return <div ref={place} className={styles.base} />
}
