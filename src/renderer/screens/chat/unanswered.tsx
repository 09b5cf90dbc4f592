import { Failure } from '../../ui/failure.tsx'
import { useAct, useChat } from './chat-services.ts'

/** Stands below a question that nobody answers: Pixie ended between the two. */
export function Unanswered({
  conversation,
  question,
}: {
  readonly conversation: string
  readonly question: string
}) {
  const { store } = useChat()
  const { error, isBusy, act } = useAct()
  const ask = () => void act(() => store.again(conversation, question))
  return (
    <Failure
      what="No answer was begun"
      error={error ?? { message: 'Pixie ended before that.' }}
      onRetry={isBusy ? undefined : ask}
    />
  )
}
