import { useEffect, useState } from 'react'
import { useHandOver } from '../../hand-over.ts'
import { useChat } from './chat-services.ts'

/** The text of a composer: kept while one looks elsewhere and over a restart. */
export function useDraft(conversation: string | null): [string, (text: string) => void] {
  const { drafts } = useChat()
  const [text, setText] = useState(() => drafts.known(conversation) ?? '')

  useEffect(() => {
    let isShown = true
    if (drafts.known(conversation) === null) {
      drafts.load(conversation).then(
        (kept) => isShown && setText((typed) => (typed === '' ? kept : typed)),
        // Without it one begins with an empty composer; what is kept stays kept.
        () => undefined,
      )
    }
    return () => {
      isShown = false
      void drafts.flush()
    }
  }, [drafts, conversation])
  useHandOver(drafts.flush)

  const change = (next: string) => {
    setText(next)
    drafts.set(conversation, next)
  }
  return [text, change]
}
