/** What stands unsent in the composers: kept in main soon after each key, and at once when one looks elsewhere. */
import type { Api } from '../../../api.ts'

/** Typing on is no reason to write; this long a rest is. */
const restMs = 400

export interface DraftKeeper {
  /** What was last typed here or kept in main. Rejects with `CallError`. */
  load(conversation: string | null): Promise<string>
  /** What is known without asking; null = must be loaded. */
  known(conversation: string | null): string | null
  set(conversation: string | null, text: string): void
  /** Writes what is not written yet. A draft that could not be written is tried again with the next one. */
  flush(): Promise<void>
}

export function createDraftKeeper(api: Api): DraftKeeper {
  const texts = new Map<string | null, string>()
  const unsaved = new Set<string | null>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = async () => {
    clearTimeout(timer)
    const conversations = [...unsaved]
    unsaved.clear()
    await Promise.all(
      conversations.map(async (conversation) => {
        const text = texts.get(conversation) ?? ''
        await api
          .call('conversations.save-draft', { conversation, text })
          .catch(() => unsaved.add(conversation))
      }),
    )
  }

  return {
    known: (conversation) => texts.get(conversation) ?? null,
    async load(conversation) {
      const kept = await api.call('conversations.draft', { conversation })
      if (!texts.has(conversation)) texts.set(conversation, kept)
      return texts.get(conversation) ?? ''
    },
    set(conversation, text) {
      if (texts.get(conversation) === text) return
      texts.set(conversation, text)
      unsaved.add(conversation)
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), restMs)
    },
    flush,
  }
}
