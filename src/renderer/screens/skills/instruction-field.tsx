import { type Ref, useId, useState } from 'react'
import type { HandleName, SkillCheck } from '../../../shared/contract/skills.ts'
import type { UnknownMention } from '../../editor/create-editor.ts'
import { type EditorHandle, useEditor } from '../../editor/use-editor.ts'
import { Button } from '../../ui/button.tsx'
import styles from './skills.module.css'

interface InstructionFieldProps {
  /** The text to begin with; later ones come through `ref`. */
  readonly text: string
  readonly names: readonly HandleName[]
  /** Slugs of the skill itself. */
  readonly self: readonly string[]
  readonly check: SkillCheck | null
  onChange(text: string): void
  onOpen(slug: string): void
  readonly ref?: Ref<EditorHandle>
}

/** The steps, with the picker on `@`, and below them every mention of nothing. */
export function InstructionField({ text, names, self, check, onChange, onOpen, ref }: InstructionFieldProps) {
  const [unknown, setUnknown] = useState<readonly UnknownMention[]>([])
  const [labelId, unknownId] = [useId(), useId()]
  const { place, editor } = useEditor({
    text,
    names,
    self: self.join(' '),
    ref,
    label: 'Instruction',
    describedBy: unknownId,
    placeholder: 'Write the steps as you would tell them to a person. Type @ for a skill or tool.',
    hasPicker: true,
    onChange,
    onUnknown: setUnknown,
    onOpen,
    meantFor: (slug) => remarksOn(check, slug).meant,
  })
  return (
    <div className={styles.instruction}>
      <button
        type="button"
        id={labelId}
        className={styles.label}
        onClick={() => editor.current?.view.focus()}
      >
        Instruction
      </button>
      <div ref={place} className={styles.editor} />
      <div id={unknownId}>
        <UnknownList
          unknown={unknown}
          check={check}
          onShow={(mention) => editor.current?.reveal(mention)}
          onReplace={(slug, by) => editor.current?.replaceUnknown(slug, by)}
        />
      </div>
    </div>
  )
}

const nothing = { meant: null, hidden: null }

/** What the last check says of an unknown handle. */
function remarksOn(
  check: SkillCheck | null,
  slug: string,
): Pick<SkillCheck['unknown'][number], keyof typeof nothing> {
  return check?.unknown.find((mention) => mention.slug === slug) ?? nothing
}

function UnknownList({
  unknown,
  check,
  onShow,
  onReplace,
}: {
  readonly unknown: readonly UnknownMention[]
  readonly check: SkillCheck | null
  onShow(mention: UnknownMention): void
  onReplace(slug: string, by: string): void
}) {
  if (unknown.length === 0) return null
  return (
    <ul aria-label="Unknown mentions" className={styles.unknown}>
      {unknown.map((mention) => {
        const { meant, hidden } = remarksOn(check, mention.slug)
        return (
          <li key={mention.slug}>
            <span>
              <b>@{mention.slug}</b> — unknown, remove it to save
              {mention.count > 1 && ` (${mention.count} places)`}.
              {hidden !== null && ` Look closely: ${hidden}.`}
              {meant !== null && (
                <>
                  {' Did you mean '}
                  <button
                    type="button"
                    className={styles.meant}
                    onClick={() => onReplace(mention.slug, meant)}
                  >
                    @{meant}
                  </button>
                  ?
                </>
              )}
            </span>
            <Button variant="ghost" onPress={() => onShow(mention)} aria-label={`Show @${mention.slug}`}>
              Show
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
