import { Search, SquarePen } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Source } from '../../../shared/turn.ts'
import { useCall } from '../../api.ts'
import { useCommand } from '../../commands.ts'
import { visibleName } from '../../names.ts'
import { useNavigation } from '../../navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Screen } from '../../ui/screen.tsx'
import { SourcePanel } from '../source/source-panel.tsx'
import styles from './chat-screen.module.css'
import { useChat, useChatState } from './chat-services.ts'
import { Composer } from './composer.tsx'
import { runningIn } from './core/chat-store.ts'
import { DropZone } from './drop-zone.tsx'
import { EmptyChat } from './empty-chat.tsx'
import { FindPanel } from './find-panel.tsx'
import { ThreadView } from './thread-view.tsx'
import { useAttachment } from './use-attachment.ts'

interface ChatScreenProps {
  readonly conversation: string | null
  readonly message?: string | undefined
}

type Side = { readonly kind: 'find' } | { readonly kind: 'source'; readonly source: Source }

/** One conversation, or the beginning of a new one, and beside it a source or the search. */
export function ChatScreen({ conversation, message }: ChatScreenProps) {
  const go = useNavigation((state) => state.go)
  const [side, setSide] = useState<Side | null>(null)
  const openSource = useCallback((source: Source) => setSide({ kind: 'source', source }), [])
  useCommand('find', () => setSide({ kind: 'find' }))
  // A source belongs to the conversation it was opened from.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the conversation is what it is about
  useEffect(() => setSide((open) => (open?.kind === 'source' ? null : open)), [conversation])
  return (
    <Screen
      title={useTitle(conversation)}
      isBare
      actions={
        <Actions
          onFind={() => setSide({ kind: 'find' })}
          onNew={() => void go({ screen: 'chat', conversation: null })}
        />
      }
    >
      <div className={styles.parts}>
        <Conversation
          key={conversation}
          conversation={conversation}
          message={message}
          onOpenSource={openSource}
        />
        {side !== null && (
          <aside aria-label={side.kind === 'find' ? 'Search' : 'Source'} className={styles.side}>
            {side.kind === 'find' ? (
              <FindPanel onClose={() => setSide(null)} />
            ) : (
              <SourcePanel source={side.source} onClose={() => setSide(null)} />
            )}
          </aside>
        )}
      </div>
    </Screen>
  )
}

function Actions({ onFind, onNew }: { onFind(): void; onNew(): void }) {
  return (
    <>
      <Button variant="ghost" icon={Search} onPress={onFind}>
        Find
      </Button>
      <Button variant="ghost" icon={SquarePen} onPress={onNew}>
        New chat
      </Button>
    </>
  )
}

function Conversation({
  conversation,
  message,
  onOpenSource,
}: ChatScreenProps & { onOpenSource(source: Source): void }) {
  const { store, drafts } = useChat()
  const attachment = useAttachment(conversation)
  const running = useChatState((state) => runningIn(state, conversation))
  const jump = useJump(message)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (conversation !== null) store.open(conversation, jump?.message)
  }, [store, conversation, jump])
  const stop = () => {
    if (conversation !== null) void store.stop(conversation)
  }
  useCommand('stop', stop)
  const fill = (question: string) => {
    drafts.set(conversation, question)
    setAsked(asked + 1)
  }
  return (
    <DropZone onDrop={(files) => void attachment.drop(files)} onEscape={stop}>
      {conversation === null ? (
        <EmptyChat onAsk={fill} />
      ) : (
        <ThreadView conversation={conversation} jump={jump} onOpenSource={onOpenSource} />
      )}
      <Composer
        key={asked}
        conversation={conversation}
        attachment={attachment}
        isRunning={running !== null}
        takesFocus={jump === null}
        onStop={stop}
      />
    </DropZone>
  )
}

/** A new object whenever one asks to go to a message, even to the same one again. */
function useJump(message: string | undefined): { readonly message: string } | null {
  const place = useNavigation((state) => state.place)
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to the same message again is a new jump
  return useMemo(() => (message === undefined ? null : { message }), [message, place])
}

function useTitle(conversation: string | null): string {
  const { data } = useCall('conversations.list', {}, { topics: ['conversations'] })
  if (conversation === null) return 'New chat'
  return visibleName(data?.find(({ id }) => id === conversation)?.title ?? 'Chat')
}
