/** The messages of the conversations that were looked at last: read by pages, kept while one looks elsewhere. */
import type { ChatMessage } from '../../../../shared/contract/conversations.ts'
import { type Api, CallError } from '../../../api.ts'
import { mergeMessages, withNewest } from './messages.ts'

export interface Thread {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly messages: readonly ChatMessage[]
  readonly hasEarlier: boolean
  /** Only after a jump to an earlier message. */
  readonly hasLater: boolean
  readonly error: CallError | null
}

export type Threads = Readonly<Record<string, Thread>>

/** What is drawn at once when a conversation opens; older messages come as one scrolls up. */
const firstPage = 60
const furtherPage = 100
/** The most that one call gives. */
const largestPage = 400
/** Conversations kept while others are shown. */
const threadsKept = 6

const beginning: Thread = { phase: 'loading', messages: [], hasEarlier: false, hasLater: false, error: null }

interface Holder {
  get(): Threads
  set(threads: Threads): void
  /** Called after messages were read. */
  onRead(): void
}

export function createThreads(api: Api, holder: Holder) {
  /** Rises with each read of a conversation, so that a late reply is known. */
  const reads = new Map<string, number>()
  /** Read, and asked for again meanwhile. */
  const waiting = new Map<string, { isAskedAgain: boolean }>()
  let recent: string[] = []

  const thread = (conversation: string) => holder.get()[conversation]
  const put = (conversation: string, next: Thread) => {
    holder.set({ ...holder.get(), [conversation]: next })
    holder.onRead()
  }

  const take = (conversation: string, change: (now: Thread) => Thread) => {
    const now = thread(conversation)
    if (now === undefined) return
    const next = change(now)
    put(conversation, {
      ...next,
      messages: mergeMessages(now.messages, next.messages),
      phase: 'ready',
      error: null,
    })
  }

  /** What is there already stays where a read fails. */
  const fail = (conversation: string, error: unknown) => {
    if (!(error instanceof CallError)) throw error
    const now = thread(conversation)
    if (now === undefined) return
    const phase = now.messages.length === 0 || error.code === 'not-found' ? 'failed' : 'ready'
    put(conversation, { ...now, phase, error })
  }

  /** Adds messages at one end, unless that end is another one by now. */
  const readFurther = async (
    conversation: string,
    { end, has }: { readonly end: 0 | -1; readonly has: 'hasEarlier' | 'hasLater' },
  ) => {
    const known = thread(conversation)
    const edge = known?.messages.at(end)
    if (edge === undefined || known?.[has] !== true) return
    const place = end === 0 ? { before: edge.id } : { before: null, after: edge.id }
    try {
      const page = await api.call('conversations.messages', { conversation, ...place, limit: furtherPage })
      take(conversation, (now) => {
        if (now.messages.at(end)?.id !== edge.id) return now
        const [first, second] = end === 0 ? [page, now] : [now, page]
        return { ...now, messages: [...first.messages, ...second.messages], [has]: page[has] }
      })
    } catch (error) {
      fail(conversation, error)
    }
  }

  /** Reads what is shown; only the last such read of a conversation counts. */
  const readWhole = async (conversation: string, ask: () => Promise<(now: Thread) => Thread>) => {
    const number = (reads.get(conversation) ?? 0) + 1
    reads.set(conversation, number)
    try {
      const change = await ask()
      if (reads.get(conversation) === number) take(conversation, change)
    } catch (error) {
      if (reads.get(conversation) === number) fail(conversation, error)
    }
  }

  const readNewest = (conversation: string, limit: number) =>
    readWhole(conversation, async () => {
      const page = await api.call('conversations.messages', { conversation, before: null, limit })
      return (now) => {
        const joined = now.hasLater ? null : withNewest(now.messages, page.messages)
        return joined === null || joined.length === page.messages.length
          ? { ...now, ...page, hasLater: false }
          : { ...now, messages: joined }
      }
    })

  const readAround = (conversation: string, message: string, limit: number) =>
    readWhole(conversation, async () => {
      const { messages, hasEarlier, hasLater } = await api.call('conversations.around', { message, limit })
      return (now) => ({ ...now, messages, hasEarlier, hasLater })
    })

  const readShown = async (conversation: string) => {
    const now = thread(conversation)
    if (now === undefined) return
    const limit = Math.min(largestPage, Math.max(firstPage, now.messages.length))
    const middle = now.messages[Math.floor(now.messages.length / 2)]
    if (now.hasLater && middle !== undefined) await readAround(conversation, middle.id, limit)
    else await readNewest(conversation, limit)
  }

  /** One read at a time; however often it is asked for meanwhile, one more follows. */
  const readAgain = async (conversation: string) => {
    const now = waiting.get(conversation)
    if (now !== undefined) {
      now.isAskedAgain = true
      return
    }
    const mine = { isAskedAgain: false }
    waiting.set(conversation, mine)
    await readShown(conversation)
    waiting.delete(conversation)
    if (mine.isAskedAgain) void readAgain(conversation)
  }

  const keep = (conversation: string) => {
    recent = [conversation, ...recent.filter((id) => id !== conversation)]
    const dropped = recent.slice(threadsKept)
    recent = recent.slice(0, threadsKept)
    const kept = Object.entries(holder.get()).filter(([id]) => !dropped.includes(id))
    holder.set({ ...Object.fromEntries(kept), [conversation]: thread(conversation) ?? beginning })
  }

  const openLatest = (conversation: string) => {
    keep(conversation)
    void readNewest(conversation, firstPage)
  }

  return {
    open(conversation: string, message?: string) {
      const known = thread(conversation)
      keep(conversation)
      if (message !== undefined && known?.messages.some(({ id }) => id === message) !== true) {
        void readAround(conversation, message, firstPage)
      } else if (known === undefined || known.phase === 'failed') void readNewest(conversation, firstPage)
      else void readAgain(conversation)
    },
    openLatest,
    loadEarlier: (conversation: string) => readFurther(conversation, { end: 0, has: 'hasEarlier' }),
    loadLater: (conversation: string) => readFurther(conversation, { end: -1, has: 'hasLater' }),
    readAgain: (conversation: string) => void readAgain(conversation),
    readShown,
    readAllAgain() {
      for (const conversation of Object.keys(holder.get())) void readAgain(conversation)
    },
    /** Whether this answer stands among the messages as one that is over, or nobody looks at its conversation. */
    isSettled(conversation: string, answer: string): boolean {
      const now = thread(conversation)
      if (now === undefined) return true
      return now.messages.some(({ id, end }) => id === answer && end !== null)
    },
  }
}
