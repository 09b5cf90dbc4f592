import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Note } from '../../../shared/contract/notebook.ts'
import { CallError, useApi } from '../../api.ts'
import { momentInWords } from '../../formats.ts'
import { useNavigation } from '../../navigation.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Name } from '../../ui/name.tsx'
import { showToast } from '../../ui/toast.ts'
import { useToday } from '../../use-today.ts'
import { kindNames } from './kinds.ts'
import styles from './notebook-screen.module.css'

/** Longer texts are folded to four lines. */
const foldedLength = 320

/** One line: what it is about, its words, where it came from, and the way to forget it. */
export function NoteRow({ note }: { readonly note: Note }) {
  const api = useApi()
  const [isWhole, setIsWhole] = useState(false)
  const isLong = note.text.length > foldedLength || note.text.split('\n').length > 4

  async function forget() {
    try {
      await api.call('notebook.forget', { id: note.id })
      showToast({
        text: 'Forgotten.',
        undo: async () => void (await api.call('notebook.undo-forget', { id: note.id })),
      })
    } catch (error) {
      showToast({ text: error instanceof CallError ? error.message : 'That did not work.', isBad: true })
    }
  }

  return (
    <>
      <div className={styles.row} data-selectable="">
        {note.subject !== null && <Name of={note.subject} className={styles.subjectName} />}
        <span className={classNames(styles.text, isWhole && styles.whole)}>{note.text}</span>
        <span className={styles.meta}>
          <span>{kindNames[note.kind]}</span>
          <Origin note={note} />
          {isLong && (
            <Button variant="ghost" className={styles.origin} onPress={() => setIsWhole(!isWhole)}>
              {isWhole ? 'Show less' : 'Show all'}
            </Button>
          )}
        </span>
      </div>
      <IconButton icon={Trash2} aria-label="Forget" className={styles.forget} onPress={() => void forget()} />
    </>
  )
}

function Origin({ note: { origin, createdAtMs } }: { readonly note: Note }) {
  const go = useNavigation((state) => state.go)
  const { nowMs, zone } = useToday()
  const when = momentInWords(createdAtMs, nowMs, zone)
  if (origin.type === 'owner') return <span>You wrote it · {when}</span>
  if (origin.type === 'other')
    return (
      <span>
        From <Name of={origin.name} /> · {when}
      </span>
    )
  const place =
    origin.message === null
      ? { screen: 'chat' as const, conversation: origin.conversation }
      : { screen: 'chat' as const, conversation: origin.conversation, message: origin.message }
  return (
    <span>
      From{' '}
      <Button variant="ghost" className={styles.origin} onPress={() => void go(place)}>
        <Name of={origin.title} />
      </Button>{' '}
      · {when}
    </span>
  )
}
