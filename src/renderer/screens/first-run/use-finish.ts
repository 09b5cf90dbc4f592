import { useMutation } from '@tanstack/react-query'
import { type CallError, useApi } from '../../api.ts'
import { useNavigation } from '../../navigation.ts'
import { useChat } from '../chat/chat-services.ts'

/** Leaves the first screen for the chat. */
export function useFinish() {
  const api = useApi()
  const { drafts } = useChat()
  const act = useMutation<void, CallError, () => Promise<string | null>>({
    async mutationFn(begin) {
      const conversation = await begin()
      await api.call('models.finish-first-run', {})
      await useNavigation.getState().go({ screen: 'chat', conversation })
    },
  })
  return {
    error: act.error,
    isBusy: act.isPending,
    leave: () => act.mutate(async () => null),
    /** Asks at once. */
    ask: (question: string) =>
      act.mutate(
        async () =>
          (await api.call('chat.send', { conversation: null, question, attachment: null })).conversation,
      ),
    /** Puts the question into the composer, to be sent when there is a model. */
    draft: (question: string) =>
      act.mutate(async () => {
        drafts.set(null, question)
        await drafts.flush()
        return null
      }),
  }
}
export type Finish = ReturnType<typeof useFinish>
