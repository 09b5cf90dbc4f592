import type { Ref } from 'react'
import type { PricedDocument } from '../../../shared/contract/alignment.ts'
import type { HandleName } from '../../../shared/contract/skills.ts'
import type { EditorHandle } from '../../editor/use-editor.ts'
import { number } from '../../formats.ts'
import { MentionText } from '../../ui/mention-text.tsx'
import styles from './alignment.module.css'
import { BaseEditor } from './base-editor.tsx'

interface DocumentPageProps {
  /** The base instructions to begin with; later ones come through `editorRef`. */
  readonly text: string
  readonly priced: PricedDocument
  readonly names: readonly HandleName[]
  readonly editorRef: Ref<EditorHandle>
  onWrite(base: string): void
  onOpen(slug: string): void
}

/** The system text as it is sent: what can be written, then, dimmed, what follows by itself. Prices stand at the side. */
export function DocumentPage({ text, priced, names, editorRef, onWrite, onOpen }: DocumentPageProps) {
  const base = priced.parts.find(({ part }) => part === 'base')
  const tail = priced.parts.filter(({ part }) => part !== 'base')
  return (
    <article aria-label="What your agent is told" className={styles.page}>
      <div className={styles.part}>
        <BaseEditor ref={editorRef} text={text} names={names} onChange={onWrite} onOpen={onOpen} />
        <Price tokens={base?.tokens ?? 0} isExact={priced.isExact} />
      </div>
      {tail.map(({ part, text: told, tokens }) => (
        <section
          key={part}
          aria-label={`${labelOf(part)}, as your agent reads it`}
          className={styles.part}
          data-selectable=""
        >
          <div className={styles.tail} data-part={part}>
            <MentionText text={told} />
          </div>
          <Price tokens={tokens} isExact={priced.isExact} />
        </section>
      ))}
    </article>
  )
}

function Price({ tokens, isExact }: { readonly tokens: number; readonly isExact: boolean }) {
  return (
    <span className={styles.price} title={`${tokens} tokens`}>
      {isExact ? '' : '~'}
      {number(tokens)}
      <span className={styles.unseen}> tokens</span>
    </span>
  )
}

export function labelOf(part: PricedDocument['parts'][number]['part']): string {
  if (part === 'base') return 'Base'
  if (part === 'skills') return 'Skills'
  if (part === 'tools') return 'Tools'
  const name = part.slice('blurb:'.length)
  return `About ${name === 'date' ? 'the date' : name}`
}
