/**
 * Conversations as they are shown, and the runs that are going on, in this window or begun by an earlier one.
 * Main owns both; this holds what was last read and follows what main says.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { RunSnapshot } from '../../../../shared/contract/chat.ts'
import type { ChatMessage } from '../../../../shared/contract/conversations.ts'
import { type Api, CallError } from '../../../api.ts'
import { onceAFrame } from './frame.ts'
import { createRunFollower, type RunFollower } from './run-follower.ts'
import type { RunIds, RunView } from './run-view.ts'
import { createThreads, type Thread } from './threads.ts'

export interface ChatState {
  /** By conversation. */
  readonly threads: Readonly<Record<string, Thread>>
  /** By the answer that they make. */
  readonly runs: Readonly<Record<string, RunView>>
}

export interface ChatStore {
  readonly state: StoreApi<ChatState>
  /** Shows the newest messages; with `message` those around it. What is kept from before is shown at once. */
  open(conversation: string, message?: string): void
  loadEarlier(conversation: string): Promise<void>
  loadLater(conversation: string): Promise<void>
  /** Back to the newest after a look at earlier ones. */
  openLatest(conversation: string): void
  /** Rejects with `CallError`, also while something runs there; then nothing was sent. Gives the conversation. */
  send(question: { conversation: string | null; text: string; attachment: string | null }): Promise<string>
  /** Another answer to the same question, or the first one to a question without. Rejects with `CallError`. */
  again(conversation: string, message: string): Promise<void>
  /** Rejects with `CallError`. */
  edit(conversation: string, question: string, text: string): Promise<void>
  /** The version so many further on than the one that was last asked for there. Rejects with `CallError`. */
  stepVersion(conversation: string, message: ChatMessage, by: -1 | 1): Promise<void>
  /** Stops what runs in this conversation; what came stays. */
  stop(conversation: string): Promise<void>
  /** Ends listening. */
  dispose(): void
}

export function createChatStore(
  api: Api,
  options: { readonly schedule?: (flush: () => void) => () => void } = {},
): ChatStore {
  const state = createStore<ChatState>(() => ({ threads: {}, runs: {} }))
  const followers = new Map<string, RunFollower>()
  const threads = createThreads(api, {
    get: () => state.getState().threads,
    set: (next) => state.setState({ threads: next }),
    onRead: () => flushSoon(),
  })

  const flush = () => {
    const before = state.getState().runs
    const runs: Record<string, RunView> = {}
    for (const [run, follower] of followers) {
      const view = follower.view()
      if (view.ids === null) continue
      if (view.isOver && threads.isSettled(view.conversation, view.ids.answer)) followers.delete(run)
      else runs[view.ids.answer] = view
    }
    const isSame =
      Object.keys(runs).length === Object.keys(before).length &&
      Object.entries(runs).every(([answer, view]) => before[answer] === view)
    if (!isSame) state.setState({ runs })
  }
  const flushSoon = (options.schedule ?? onceAFrame)(flush)

  const follow = (run: string, conversation: string, ids: RunIds | null): RunFollower => {
    const known = followers.get(run)
    if (known !== undefined) {
      if (ids !== null) known.name(ids)
      return known
    }
    const follower = createRunFollower({
      run,
      conversation,
      ids,
      snapshot: () => api.call('chat.snapshot', { run }),
      onChange: () => {
        if (follower.view().isOver) threads.readAgain(conversation)
        flushSoon()
      },
    })
    followers.set(run, follower)
    return follower
  }

  /** A run that this window did not begin, or not yet knows to have begun. */
  const find = (run: string, conversation: string) => {
    const known = followers.get(run)
    if (known !== undefined) return known
    const follower = follow(run, conversation, null)
    follower.resync()
    return follower
  }

  const readRunning = async () => {
    const running: readonly RunSnapshot[] = await api.call('chat.running', {}).catch(() => [])
    for (const { run, conversation, question, answer } of running) {
      if (!followers.has(run)) follow(run, conversation, { question, answer }).resync()
    }
  }

  const ends = [
    api.on('chat.run', ({ run, conversation, seq, events }) =>
      find(run, conversation).offer({ seq, events }),
    ),
    api.on('chat.run-failed', ({ run, conversation, error }) => find(run, conversation).fail(error)),
    api.on('app.changed', ({ topics }) => {
      if (topics.includes('messages')) threads.readAllAgain()
    }),
    api.onGap(() => {
      for (const follower of followers.values()) follower.resync()
      void readRunning()
      threads.readAllAgain()
    }),
  ]
  void readRunning()

  /** Conversations to which a question is on its way. */
  const asked = new Set<string | null>()

  /** The version that was last asked for at a place and is not shown yet. */
  const steps = new Map<string, { readonly number: number }>()

  const begin = async (
    to: string | null,
    start: () => Promise<{ run: string; conversation: string } & RunIds>,
  ) => {
    const isTaken = [...followers.values()].some(
      (one) => one.view().conversation === to && !one.view().isOver,
    )
    if (isTaken || asked.has(to)) throw occupied()
    asked.add(to)
    const { run, conversation, question, answer } = await start().finally(() => asked.delete(to))
    follow(run, conversation, { question, answer })
    threads.openLatest(conversation)
    flushSoon()
    return conversation
  }

  return {
    state,
    open: threads.open,
    openLatest: threads.openLatest,
    loadEarlier: threads.loadEarlier,
    loadLater: threads.loadLater,
    send: ({ conversation, text, attachment }) =>
      begin(conversation, () => api.call('chat.send', { conversation, question: text, attachment })),
    again: async (conversation, message) =>
      void (await begin(conversation, () => api.call('chat.again', { answer: message }))),
    edit: async (conversation, question, text) =>
      void (await begin(conversation, () => api.call('chat.edit', { question, text }))),
    async stepVersion(conversation, message, by) {
      // The versions of a message have its place in common: what it follows.
      const messages = state.getState().threads[conversation]?.messages ?? []
      const before = messages[messages.findIndex(({ id }) => id === message.id) - 1]?.id ?? ''
      const place = `${conversation} ${before}`
      const from = steps.get(place)?.number ?? message.version.number
      const number = Math.min(message.version.count, Math.max(1, from + by))
      if (number === from) return
      const step = { number }
      steps.set(place, step)
      try {
        await api.call('conversations.show-version', { message: message.id, number })
        await threads.readShown(conversation)
      } finally {
        if (steps.get(place) === step) steps.delete(place)
      }
    },
    async stop(conversation) {
      const running = [...followers.values()].map((follower) => follower.view())
      await Promise.allSettled(
        running
          .filter((view) => view.conversation === conversation && !view.isOver)
          .map(({ run }) => api.call('chat.stop', { run })),
      )
    },
    dispose() {
      for (const end of ends) end()
    },
  }
}

const occupied = () =>
  new CallError({
    code: 'invalid-input',
    message: 'An answer is being written here',
    hint: 'Stop it or wait.',
  })

/** Whether something runs in this conversation. */
export function runningIn(state: ChatState, conversation: string | null): RunView | null {
  const runs = Object.values(state.runs)
  return runs.find((run) => run.conversation === conversation && !run.isOver) ?? null
}
