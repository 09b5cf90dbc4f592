import { memo, useEffect, useRef } from 'react'
import type { ChatMessage } from '../../../shared/contract/conversations.ts'
import type { Source } from '../../../shared/turn.ts'
import { useCall } from '../../api.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { useNavigation } from '../../navigation.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { MentionText } from '../../ui/mention-text.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { AnswerActions } from './answer-actions.tsx'
import { useAct, useChat } from './chat-services.ts'
import { endNote, isFailed } from './core/answer-words.ts'
import { type AnswerView, answerView } from './core/messages.ts'
import type { RunView } from './core/run-view.ts'
import { focusComposer } from './focus.ts'
import { LongText } from './long-text.tsx'
import { RunPills } from './run-pills.tsx'
import { SourceCard } from './source-card.tsx'
import styles from './turn.module.css'

const drawMarkdown = (text: string) => <Markdown text={text} />

/** What Pixie did and said to one question. */
export const Answer = memo(function Answer({
  message,
  run,
  conversation,
  mayChange,
  isLast,
  onOpenSource,
}: {
  readonly message: ChatMessage
  readonly run: RunView | undefined
  readonly conversation: string
  readonly mayChange: boolean
  readonly isLast: boolean
  onOpenSource(source: Source): void
}) {
  const { store } = useChat()
  const { error, act } = useAct()
  const view = answerView(message, run)
  const words = useRef<HTMLDivElement>(null)
  useAnnouncedEnd(view, words)
  const again = () =>
    void act(() => store.again(conversation, message.id)).then((isAsked) => isAsked && focusComposer())
  const note = view.isLive ? null : endNote(view)
  return (
    <section aria-label="Answer" aria-busy={view.isLive} className={styles.answer}>
      {view.plan !== null && (
        <p dir="auto" className={styles.plan}>
          <MentionText text={view.plan.rationale} />
        </p>
      )}
      <RunPills pills={view.pills} isLive={view.isLive} />
      <div ref={words} className={styles.words}>
        {view.isLive ? (
          view.text !== '' && <Markdown text={view.text} isLive />
        ) : (
          <LongText text={view.text} draw={drawMarkdown} />
        )}
      </div>
      {view.isLive && view.text === '' && <LiveWait view={view} />}
      {view.notices.map((notice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notices are only added at the end
        <p key={index} dir="auto" className={styles.notice}>
          {notice}
        </p>
      ))}
      {note !== null && <p className={styles.end}>{note}</p>}
      {isFailed(view) && view.error !== null && (
        <AnswerFailure error={view.error} onRetry={mayChange ? again : undefined} />
      )}
      <Sources sources={view.sources} answer={view.text} onOpen={onOpenSource} />
      {error !== null && <Failure error={error} />}
      {!view.isLive && (
        <AnswerActions
          view={view}
          version={message.version}
          isLast={isLast}
          onAgain={mayChange && !isFailed(view) ? again : undefined}
          onStepVersion={(by) => void act(() => store.stepVersion(conversation, message, by))}
        />
      )}
    </section>
  )
})

function Sources({
  sources,
  answer,
  onOpen,
}: {
  readonly sources: readonly Source[]
  readonly answer: string
  onOpen(source: Source): void
}) {
  // A date is worked out, not found: there is no place to open.
  return sources
    .filter(({ kind }) => kind !== 'date')
    .map((source, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: one source may be named twice, and none moves
      <SourceCard key={index} source={source} answer={answer} onOpen={onOpen} />
    ))
}

/** An answer is read out once, when it is whole. A failure is an alert of its own. */
function useAnnouncedEnd(view: AnswerView, words: React.RefObject<HTMLDivElement | null>): void {
  const wasLive = useRef(view.isLive)
  useEffect(() => {
    const ended = wasLive.current && !view.isLive
    wasLive.current = view.isLive
    if (!ended || isFailed(view)) return
    announce([words.current?.textContent ?? '', endNote(view) ?? ''].filter((text) => text !== '').join(' '))
  }, [view, words])
}

function AnswerFailure({
  error,
  onRetry,
}: {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string }
  readonly onRetry: (() => void) | undefined
}) {
  const go = useNavigation((state) => state.go)
  const isAboutModel = ['no-model', 'unknown-model', 'model-damaged', 'not-a-model'].includes(error.code)
  return (
    <Failure
      error={error}
      onRetry={onRetry}
      actions={
        isAboutModel && (
          <Button variant="ghost" onPress={() => void go({ screen: 'settings', section: 'model' })}>
            Choose a model
          </Button>
        )
      }
    />
  )
}

/** Nothing is written yet: what is being waited for. */
function LiveWait({ view }: { readonly view: AnswerView }) {
  const { data } = useCall('models.status', {}, { topics: ['models'] })
  if (view.pills.some(({ state }) => state === 'running')) return null
  const what = view.wait ?? (data?.state === 'loading' ? 'Loading the model' : workOf(view))
  return (
    <div className={styles.wait}>
      <Waiting key={what}>{what}</Waiting>
    </div>
  )
}

function workOf({ plan, pills }: AnswerView): string {
  if (plan === null) return 'Working out where to look'
  return pills.length === 0 ? 'Beginning to look' : 'Reading what was found'
}
