import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { useAct } from './chat-services.ts'
import styles from './turn.module.css'
import { useSendKey } from './use-send-key.ts'

/** The question again, to be put in other words. The earlier one and its answer stay as a version. */
export function QuestionEditor({
  text: before,
  onSend,
  onCancel,
}: {
  readonly text: string
  /** May reject with `CallError`; then the words stay here. */
  onSend(text: string): Promise<void>
  onCancel(): void
}) {
  const [text, setText] = useState(before)
  const { error, isBusy, isBusyNow, act } = useAct()
  const maySend = text.trim() !== '' && !isBusy
  const send = () => {
    if (maySend && !isBusyNow()) void act(() => onSend(text))
  }
  const { onKeyDown, ...composition } = useSendKey(send)
  return (
    <div className={styles.editor}>
      <textarea
        {...composition}
        // biome-ignore lint/a11y/noAutofocus: one asked to edit just now
        autoFocus
        aria-label="Your question in other words"
        dir="auto"
        value={text}
        maxLength={400_000}
        onChange={(event) => setText(event.target.value)}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
            event.preventDefault()
            onCancel()
          } else onKeyDown(event)
        }}
      />
      {error !== null && <Failure error={error} />}
      <div className={styles.editorActs}>
        <Button variant="ghost" onPress={onCancel}>
          Cancel
        </Button>
        <Button variant="solid" isDisabled={!maySend} onPress={send}>
          Ask again
        </Button>
      </div>
    </div>
  )
}
