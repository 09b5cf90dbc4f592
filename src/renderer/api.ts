/** The window's side of the contract: typed calls and events over `window.pixie`. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Topic } from '../shared/contract/app.ts'
import type { Bridge, Outcome } from '../shared/contract/bridge.ts'
import type { Attachment } from '../shared/contract/chat.ts'
import type { CallName, EventName, EventPayload, Params, Result } from '../shared/contract/index.ts'
import type { ErrorCode, WireError } from '../shared/errors.ts'

declare global {
  interface Window {
    readonly pixie: Bridge
  }
}

/** What main refused, or could not do. */
export class CallError extends Error {
  readonly code: ErrorCode
  readonly hint: string

  constructor({ code, message, hint }: WireError) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.hint = hint
  }
}

export interface Api {
  /** Rejects with `CallError`. */
  call<N extends CallName>(name: N, params: Params<N>): Promise<Result<N>>
  /** Gives back how to end it. */
  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void
  /** Called when an event was lost on the way; what is shown is to be asked for again. */
  onGap(listener: () => void): () => void
  /** Hands a dropped file to main, for one question; only so can a window name a file. Rejects with `CallError`. */
  attach(file: File): Promise<Attachment>
  readonly version: string
}

export function createApi(bridge: Bridge): Api {
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const gapListeners = new Set<() => void>()
  let lastSeq: number | null = null
  bridge.onEvent(({ seq, name, payload }) => {
    if (lastSeq !== null && seq <= lastSeq) return
    const isGap = lastSeq !== null && seq > lastSeq + 1
    lastSeq = seq
    if (isGap) for (const listener of gapListeners) listener()
    for (const listener of listeners.get(name) ?? []) listener(payload as never) // main checks it against the contract
  })
  return {
    version: bridge.version,
    attach: async (file) => resultOf<'chat.attach'>(await bridge.attach(file)),
    async call<N extends CallName>(name: N, params: Params<N>) {
      return resultOf<N>(await bridge.call(name, params))
    },
    on(name, listener) {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(listener))
      return () => void all.delete(listener)
    },
    onGap(listener) {
      gapListeners.add(listener)
      return () => void gapListeners.delete(listener)
    },
  }
}

function resultOf<N extends CallName>(outcome: Outcome): Result<N> {
  if (!outcome.ok) throw new CallError(outcome.error)
  return outcome.value as Result<N> // main checks it against the contract
}

const ApiContext = createContext<Api | null>(null)
export const ApiProvider = ApiContext.Provider

export function useApi(): Api {
  const api = useContext(ApiContext)
  if (api === null) throw new Error('useApi is used outside ApiProvider')
  return api
}

/** Reads over a call, read again whenever main says that one of the topics changed. */
export function useCall<N extends CallName>(
  name: N,
  params: Params<N>,
  options: {
    readonly topics: readonly Topic[]
    readonly isEnabled?: boolean
    /** What was there for the params before stays until the new is there: for a search that is being typed. */
    readonly keepsPrevious?: boolean
    /** Read again whenever it comes up: main cannot tell when it changes. */
    readonly isReadAgain?: boolean
  },
) {
  const api = useApi()
  return useQuery<Result<N>, CallError>({
    queryKey: [name, params],
    queryFn: () => api.call(name, params),
    meta: { topics: options.topics },
    enabled: options.isEnabled ?? true,
    ...(options.isReadAgain === true ? { refetchOnMount: 'always' } : {}),
    ...(options.keepsPrevious === true ? { placeholderData: keepPreviousData } : {}),
  })
}
