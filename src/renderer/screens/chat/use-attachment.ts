import { useEffect, useState } from 'react'
import type { Attachment } from '../../../shared/contract/chat.ts'
import { CallError, useApi } from '../../api.ts'
import { useNavigation } from '../../navigation.ts'
import { useAct, useChat } from './chat-services.ts'

const oneAtATime = new CallError({
  code: 'invalid-input',
  message: 'Only one file can be asked about at a time',
  hint: 'Drop one file, or allow its folder under Files to ask about everything in it.',
})

/** The file that the next question of this conversation is about. Main keeps where it is. */
export function useAttachment(conversation: string | null) {
  const api = useApi()
  const { attachments } = useChat()
  const { error, isBusy, act, clearError } = useAct()
  const [chosen, setChosen] = useState(attachments.get(conversation) ?? null)

  // A new chat that is asked for in a new chat is the same one, without what went wrong in it.
  useEffect(() => useNavigation.subscribe(clearError), [clearError])

  const keep = (next: Attachment | null) => {
    if (next === null) attachments.delete(conversation)
    else attachments.set(conversation, next)
    setChosen(next)
  }
  const detach = async () => {
    if (chosen === null) return
    keep(null)
    // Main forgets it by itself when the window goes; nobody is waiting for this.
    await api.call('chat.detach', { attachment: chosen.id }).catch(() => undefined)
  }
  const replace = async (ask: () => Promise<Attachment | null>) => {
    await act(async () => {
      const next = await ask()
      if (next === null) return
      await detach()
      keep(next)
    })
  }
  return {
    chosen,
    error,
    isBusy,
    clearError,
    detach,
    pick: () => replace(() => api.call('chat.attach-from-dialog', {})),
    drop: (files: readonly File[]) =>
      replace(async () => {
        const [file] = files
        if (file === undefined || files.length > 1) throw oneAtATime
        return api.attach(file)
      }),
    /** It went with its question. */
    forget: () => keep(null),
  }
}

export type AttachmentOfChat = ReturnType<typeof useAttachment>
