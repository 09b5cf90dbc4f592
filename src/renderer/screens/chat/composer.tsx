import { ArrowUp, FileText, Paperclip, Square, X } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { sizeText } from '../../formats.ts'
import { visibleName } from '../../names.ts'
import { useNavigation } from '../../navigation.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Name } from '../../ui/name.tsx'
import { useAct, useChat } from './chat-services.ts'
import styles from './composer.module.css'
import { focusComposer } from './focus.ts'
import { ModelNote, useModelState } from './model-note.tsx'
import { PriceLine } from './price-line.tsx'
import type { AttachmentOfChat } from './use-attachment.ts'
import { useDraft } from './use-draft.ts'
import { usePrice } from './use-price.ts'
import { useSendKey } from './use-send-key.ts'

interface ComposerProps {
  /** Null for a new one, which begins with the first question. */
  readonly conversation: string | null
  readonly attachment: AttachmentOfChat
  readonly isRunning: boolean
  readonly takesFocus: boolean
  onStop(): void
}

/** Where one writes. One of these is made for each conversation. */
export function Composer({ conversation, attachment, isRunning, takesFocus, onStop }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const priceId = useId()
  const [text, setText] = useDraft(conversation)
  const model = useModelState()
  const price = usePrice(conversation, text, attachment.chosen?.id ?? null)
  const { send, error, isSending, isSendingNow } = useSend({ conversation, attachment, setText })
  const isTooLong = price !== null && price.left < 0 && text.trim() !== ''
  const mustShorten = isTooLong && price.isPresent
  const maySend = text.trim() !== '' && !isRunning && !isSending && !mustShorten && model.mayAsk
  const sendNow = () => {
    if (maySend && !isSendingNow()) void send(text)
  }
  const sendKey = useSendKey(sendNow)
  // Before the next key: in a conversation that has just begun one may be typing on.
  useLayoutEffect(() => {
    if (!takesFocus) return
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [takesFocus])

  return (
    <div className={styles.composer}>
      <ModelNote model={model} />
      {error !== null && <Failure error={error} what="This was not sent" />}
      {attachment.error !== null && <Failure error={attachment.error} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a click beside the text goes into it */}
      <div
        className={styles.box}
        onClick={({ target, currentTarget }) => target === currentTarget && field.current?.focus()}
      >
        <Chip attachment={attachment} />
        <textarea
          ref={field}
          data-composer
          rows={1}
          dir="auto"
          aria-label="Your question"
          aria-describedby={priceId}
          aria-invalid={isTooLong}
          placeholder={
            attachment.chosen === null
              ? 'Ask about your files, notes, calendar or memory'
              : 'Ask about this file'
          }
          className={styles.text}
          value={text}
          maxLength={400_000}
          onChange={(event) => {
            attachment.clearError()
            setText(event.target.value)
          }}
          onKeyDown={sendKey.onKeyDown}
          onKeyUp={sendKey.onKeyUp}
          onCompositionEnd={sendKey.onCompositionEnd}
        />
        <div className={styles.row}>
          <IconButton
            icon={Paperclip}
            aria-label="Ask about a file"
            isDisabled={attachment.isBusy}
            onPress={() => void attachment.pick().then(() => field.current?.focus())}
          />
          <PriceLine id={priceId} price={price} isTooLong={isTooLong} />
          <span className={styles.space} />
          {isRunning ? (
            <Button
              icon={Square}
              className={styles.stop}
              onPress={() => {
                onStop()
                focusComposer()
              }}
            >
              Stop
            </Button>
          ) : (
            <IconButton
              icon={ArrowUp}
              variant="solid"
              aria-label="Send"
              className={styles.send}
              isDisabled={!maySend}
              onPress={() => {
                sendNow()
                focusComposer()
              }}
            />
          )}
        </div>
      </div>
    </div>
  )
}

function Chip({ attachment }: { readonly attachment: AttachmentOfChat }) {
  const { chosen, detach } = attachment
  if (chosen === null) return null
  return (
    <div className={styles.chip}>
      <Icon of={FileText} size={13} />
      <Name of={chosen.name} className={styles.chipName} />
      <span className={styles.chipSize}>{sizeText(chosen.sizeBytes)}</span>
      <IconButton
        icon={X}
        size={13}
        aria-label={`Do not ask about ${visibleName(chosen.name)}`}
        onPress={() => void detach()}
      />
    </div>
  )
}

function useSend({
  conversation,
  attachment,
  setText,
}: {
  readonly conversation: string | null
  readonly attachment: AttachmentOfChat
  setText(text: string): void
}) {
  const { store, drafts } = useChat()
  const { error, isBusy, isBusyNow, act } = useAct()
  /** What was typed on since the question left the composer. */
  const typedOn = () => drafts.known(conversation) ?? ''
  const send = (text: string) =>
    act(async () => {
      setText('')
      const sent = store.send({ conversation, text, attachment: attachment.chosen?.id ?? null })
      const to = await sent.catch((refusal: unknown) => {
        setText(typedOn() === '' ? text : `${text}\n${typedOn()}`)
        throw refusal
      })
      attachment.forget()
      attachment.clearError()
      const { place, replace } = useNavigation.getState()
      const isStillHere = place.screen === 'chat' && place.conversation === conversation
      if (conversation === null && isStillHere) {
        drafts.set(to, typedOn())
        drafts.set(null, '')
        replace({ screen: 'chat', conversation: to })
      }
      void drafts.flush()
    })
  return { send, error, isSending: isBusy, isSendingNow: isBusyNow }
}
