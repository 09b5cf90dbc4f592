import { ArrowDown } from 'lucide-react'
import { memo } from 'react'
import type { Source } from '../../../shared/turn.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Failure } from '../../ui/failure.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { Answer } from './answer.tsx'
import { useChat, useChatState } from './chat-services.ts'
import { runningIn } from './core/chat-store.ts'
import type { Thread } from './core/threads.ts'
import { Question } from './question.tsx'
import styles from './thread-view.module.css'
import { Unanswered } from './unanswered.tsx'
import { useFirstLook } from './use-first-look.ts'
import { useThreadScroll } from './use-thread-scroll.ts'

interface ThreadViewProps {
  readonly conversation: string
  readonly jump: { readonly message: string } | null
  onOpenSource(source: Source): void
}

/** A conversation: its messages, or what is in the way of them. One of these is made for each. */
export function ThreadView(props: ThreadViewProps) {
  const { store } = useChat()
  const thread = useChatState(({ threads }) => threads[props.conversation])
  if (thread?.phase === 'failed' && thread.error !== null)
    return (
      <div className={styles.alone}>
        <Failure
          error={thread.error}
          what="This chat could not be opened"
          onRetry={() => store.open(props.conversation)}
        />
      </div>
    )
  if (thread === undefined || thread.phase === 'loading') return <Waiting>Opening the chat</Waiting>
  return <Messages {...props} thread={thread} />
}

const Messages = memo(function Messages({
  conversation,
  jump,
  onOpenSource,
  thread,
}: ThreadViewProps & { readonly thread: Thread }) {
  const { store, readings } = useChat()
  const runs = useChatState((state) => state.runs)
  const isRunning = useChatState((state) => runningIn(state, conversation) !== null)
  const { error } = thread
  const look = useFirstLook(thread.messages, jump, readings.has(conversation))
  const { messages, isWhole } = look
  const hasEarlier = thread.hasEarlier && isWhole
  const hasLater = thread.hasLater || look.endsBefore
  const loadEarlier = () => store.loadEarlier(conversation)
  const { scroller, column, onScroll, isAtEnd, flashed, toEnd } = useThreadScroll({
    conversation,
    messages,
    jump,
    hasEarlier,
    hasLater,
    loadEarlier,
    loadLater: async () => {
      if (isWhole) await store.loadLater(conversation)
    },
  })
  const last = thread.messages.at(-1)
  const unanswered = last?.role === 'user' && !hasLater && !isRunning ? last.id : null
  const lastAnswer = messages.findLast(({ role }) => role === 'assistant')?.id
  return (
    <div className={styles.frame}>
      <section
        ref={scroller}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Messages"
        className={styles.scroller}
      >
        <div ref={column} className={styles.column}>
          {error !== null && <Failure error={error} onRetry={() => void loadEarlier()} />}
          {hasEarlier && error === null && (
            <Button variant="ghost" className={styles.earlier} onPress={() => void loadEarlier()}>
              Show earlier messages
            </Button>
          )}
          {messages.map((message, index) => (
            <div
              key={message.id}
              data-message={message.id}
              className={classNames(
                styles.message,
                index >= messages.length - 2 && styles.drawn,
                flashed === message.id && styles.flashed,
              )}
            >
              {message.role === 'user' ? (
                <Question message={message} conversation={conversation} mayChange={!isRunning} />
              ) : (
                <Answer
                  message={message}
                  run={runs[message.id]}
                  conversation={conversation}
                  mayChange={!isRunning}
                  isLast={message.id === lastAnswer}
                  onOpenSource={onOpenSource}
                />
              )}
            </div>
          ))}
          {unanswered !== null && (
            <Unanswered key={unanswered} conversation={conversation} question={unanswered} />
          )}
        </div>
      </section>
      {(!isAtEnd || hasLater) && (
        <Button
          icon={ArrowDown}
          className={styles.latest}
          onPress={() => {
            if (thread.hasLater) store.openLatest(conversation)
            toEnd()
          }}
        >
          Jump to latest
        </Button>
      )}
    </div>
  )
})
