import { FileText, Pencil } from 'lucide-react'
import { memo, useState } from 'react'
import type { ChatMessage } from '../../../shared/contract/conversations.ts'
import { IconButton } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Name } from '../../ui/name.tsx'
import { useAct, useChat } from './chat-services.ts'
import { focusComposer, useFocusAfter } from './focus.ts'
import { LongText } from './long-text.tsx'
import { QuestionEditor } from './question-editor.tsx'
import styles from './turn.module.css'
import { VersionSwitch } from './version-switch.tsx'

const drawPlain = (text: string) => (
  <p dir="auto" className={styles.plain}>
    {text}
  </p>
)

/** What the owner asked, and the way to ask it in other words. */
export const Question = memo(function Question({
  message,
  conversation,
  mayChange,
}: {
  readonly message: ChatMessage
  readonly conversation: string
  /** False while an answer is being made. */
  readonly mayChange: boolean
}) {
  const { store } = useChat()
  const { error, act } = useAct()
  const [isEdited, setIsEdited] = useState(false)
  const pencil = useFocusAfter(isEdited)
  return (
    <section aria-label="Your question" className={styles.question}>
      {isEdited ? (
        <QuestionEditor
          text={message.text}
          onCancel={() => setIsEdited(false)}
          onSend={async (text) => {
            await store.edit(conversation, message.id, text)
            setIsEdited(false)
            focusComposer()
          }}
        />
      ) : (
        <div className={styles.asked}>
          <div className={styles.questionActs}>
            {mayChange && (
              <IconButton
                ref={pencil}
                icon={Pencil}
                size={14}
                aria-label="Edit and ask again"
                className={styles.quiet}
                onPress={() => setIsEdited(true)}
              />
            )}
            <VersionSwitch
              version={message.version}
              what="question"
              onStep={(by) => void act(() => store.stepVersion(conversation, message, by))}
            />
          </div>
          <div className={styles.bubble}>
            {message.attachment !== null && (
              <span className={styles.about}>
                <Icon of={FileText} size={13} />
                <Name of={message.attachment} />
              </span>
            )}
            <LongText text={message.text} draw={drawPlain} />
          </div>
        </div>
      )}
      {error !== null && <Failure error={error} />}
    </section>
  )
})
