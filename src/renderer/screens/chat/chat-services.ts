/** What of the chat outlives its screen: runs go on, drafts wait, places in long conversations are kept. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Attachment } from '../../../shared/contract/chat.ts'
import { type Api, CallError, useApi } from '../../api.ts'
import { type ChatState, type ChatStore, createChatStore } from './core/chat-store.ts'
import { createDraftKeeper, type DraftKeeper } from './core/draft-keeper.ts'

/** Where one was in a conversation. */
export interface Reading {
  /** The message at the top of what is seen, and how far it stands below the upper edge, in pixels. */
  readonly message: string
  readonly top: number
}

interface ChatServices {
  readonly store: ChatStore
  readonly drafts: DraftKeeper
  /** By conversation, null for the new one; chosen files that are not sent yet. */
  readonly attachments: Map<string | null, Attachment>
  /** By conversation; none = at the end. */
  readonly readings: Map<string, Reading>
}

const made = new WeakMap<Api, ChatServices>()

export function useChat(): ChatServices {
  const api = useApi()
  const services = made.get(api) ?? {
    store: createChatStore(api),
    drafts: createDraftKeeper(api),
    attachments: new Map<string | null, Attachment>(),
    readings: new Map<string, Reading>(),
  }
  made.set(api, services)
  return services
}

export function useChatState<T>(select: (state: ChatState) => T): T {
  return useStore(useChat().store.state, select)
}

/** Does something that main may refuse; the refusal is kept to be shown where it happened. */
export function useAct() {
  const [error, setError] = useState<CallError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const going = useRef(0)
  const clearError = useCallback(() => setError(null), [])
  /** True when it worked. */
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    setError(null)
    setIsBusy(true)
    going.current += 1
    try {
      await work()
      return true
    } catch (refusal) {
      if (!(refusal instanceof CallError)) throw refusal
      setError(refusal)
      return false
    } finally {
      going.current -= 1
      setIsBusy(going.current > 0)
    }
  }
  return {
    error,
    isBusy,
    /** As `isBusy`, but true at once: for keys that come faster than the screen is drawn. */
    isBusyNow: () => going.current > 0,
    act,
    clearError,
  }
}

const shownMs = 1_500

/** True for a moment after `flash` was called. */
export function useFlash(): [boolean, () => void] {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count === 0) return
    const timer = setTimeout(() => setCount(0), shownMs)
    return () => clearTimeout(timer)
  }, [count])
  return [count > 0, () => setCount((before) => before + 1)]
}
