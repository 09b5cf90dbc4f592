import { useState } from 'react'
import type { MemoryLine } from '../../../shared/contract/memory.ts'
import { CallError, useApi, useCall } from '../../api.ts'
import { dayOf } from '../../dates.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.ts'
import { memoryKindNames } from './kinds.ts'
import styles from './memory-screen.module.css'

type Kind = MemoryLine['kind']
const kinds = ['journal', 'message', 'chat', 'call', 'post'] as const satisfies readonly Kind[]
const choices = kinds.map((value) => ({ value, label: memoryKindNames[value] }))

/** Writes a line of the log by hand. */
export function AddLine({ isOpen, onClose }: { readonly isOpen: boolean; onClose(): void }) {
  const api = useApi()
  const info = useCall('app.info', {}, { topics: [] })
  const [text, setText] = useState('')
  const [who, setWho] = useState('')
  const [at, setAt] = useState('')
  const [kind, setKind] = useState<(typeof kinds)[number]>('journal')
  const [error, setError] = useState<CallError | null>(null)

  async function add() {
    try {
      await api.call('memory.add', {
        text,
        kind,
        who: who.trim() === '' ? null : who.trim(),
        at: at.trim() === '' ? null : at.trim(),
      })
      setText('')
      setAt('')
      setError(null)
      onClose()
      showToast({ text: 'Added to the log.' })
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
      setError(thrown)
    }
  }

  const isTimeWrong = error !== null && at.trim() !== '' && /time/.test(error.message)
  const wrong = error === null ? null : `${error.message}. ${error.hint}`
  return (
    <Dialog
      title="Add a line to the log"
      isOpen={isOpen}
      onClose={onClose}
      size="medium"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="solid" onPress={() => void add()} isDisabled={text.trim() === ''}>
            Add
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextArea
          label="What was said or happened"
          value={text}
          onChange={setText}
          autoFocus
          rows={4}
          error={isTimeWrong ? null : wrong}
        />
        <div className={styles.pair}>
          <Select label="Kind" value={kind} onChange={(value) => setKind(value)} choices={choices} />
          <TextField label="By whom" placeholder="You" value={who} onChange={setWho} maxLength={500} />
          <TextField
            label="When"
            placeholder="now"
            foot={info.data && `Like ${dayOf(info.data.nowMs, info.data.zone)} 09:00`}
            value={at}
            onChange={setAt}
            maxLength={40}
            error={isTimeWrong ? wrong : null}
          />
        </div>
        <p className={styles.when}>Lines of the log stay as they are; they cannot be changed later.</p>
      </div>
    </Dialog>
  )
}
