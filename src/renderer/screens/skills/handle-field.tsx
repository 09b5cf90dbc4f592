import { useLayoutEffect, useRef } from 'react'
import type { SkillCheck } from '../../../shared/contract/skills.ts'
import { typedSlug } from '../../../shared/slug.ts'
import { Handle } from '../../ui/mention-text.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface HandleFieldProps {
  readonly value: string
  readonly check: SkillCheck | null
  onChange(handle: string): void
}

/** Cannot hold a space: what is typed, pasted or dropped becomes a handle at once; what an input method composes, when it is done. */
export function HandleField({ value, check, onChange }: HandleFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const isComposing = useRef(false)
  const caret = useRef<number | null>(null)

  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  function change(text: string): void {
    if (isComposing.current) {
      onChange(text)
      return
    }
    const at = input.current?.selectionStart ?? text.length
    const handle = typedSlug(text)
    // Letters that the handle does not have must not move the cursor to the end.
    if (handle !== text) caret.current = Math.min(handle.length, typedSlug(text.slice(0, at)).length)
    onChange(handle)
  }

  return (
    <div
      onCompositionStart={() => {
        isComposing.current = true
      }}
      onCompositionEnd={(event) => {
        isComposing.current = false
        if (event.target instanceof HTMLInputElement) change(event.target.value)
      }}
    >
      <TextField
        label="Handle"
        value={value}
        onChange={change}
        inputRef={input}
        placeholder="meeting-prep"
        spellCheck="false"
        autoComplete="off"
        foot={<HandleFoot handle={value} check={check} />}
      />
    </div>
  )
}

function HandleFoot({ handle, check }: { readonly handle: string; readonly check: SkillCheck | null }) {
  if (handle === '') return 'How you and other skills call it: a word or a few, without spaces.'
  if (check === null || check.slug === null) return 'The handle needs at least one letter or digit.'
  return (
    <>
      The agent references this skill as <Handle kind="skill">@{check.slug}</Handle>
      {check.slugNote !== null && ` ${check.slugNote}`}
    </>
  )
}
