import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { Note } from '../../../shared/contract/notebook.ts'
import { CallError, useApi } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { kindNames } from './kinds.ts'
import styles from './notebook-screen.module.css'

type Kind = Note['kind']
// A digest is what Pixie keeps of a conversation; nobody writes one by hand.
const offered = ['fact', 'person', 'instruction'] as const satisfies readonly Kind[]
const choices = offered.map((value) => ({ value, label: kindNames[value] }))

/** Writes a line. Enter adds it, Shift and Enter breaks the line. */
export function AddNote() {
  const api = useApi()
  const [text, setText] = useState('')
  const [subject, setSubject] = useState('')
  const [kind, setKind] = useState<(typeof offered)[number]>('fact')
  const [error, setError] = useState<string | null>(null)
  const isEmpty = text.trim() === ''

  async function add() {
    if (isEmpty) return
    try {
      await api.call('notebook.add', { text, kind, subject: subject.trim() === '' ? null : subject.trim() })
      setText('')
      setSubject('')
      setError(null)
    } catch (thrown) {
      setError(thrown instanceof CallError ? `${thrown.message}. ${thrown.hint}` : 'That did not work.')
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void add()
  }

  return (
    <form
      className={styles.add}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void add()
      }}
    >
      <TextArea
        label="A new line"
        isLabelHidden
        placeholder="Something to keep in mind"
        rows={1}
        inputClassName={styles.line}
        value={text}
        onChange={setText}
        onKeyDown={onKeyDown}
        error={error}
      />
      {!isEmpty && (
        <div className={styles.more}>
          <Select
            label="Kind of line"
            isLabelHidden
            value={kind}
            onChange={(value) => setKind(value)}
            choices={choices}
          />
          <TextField
            label="What or whom it is about"
            isLabelHidden
            placeholder={kind === 'person' ? 'Name' : 'About (may stay empty)'}
            className={styles.subject}
            value={subject}
            onChange={setSubject}
            maxLength={200}
          />
          <Button type="submit" variant="solid">
            Add
          </Button>
        </div>
      )}
    </form>
  )
}
