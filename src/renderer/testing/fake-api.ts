import type { CallName, EventName, EventPayload, Params, Result } from '../../shared/contract/index.ts'
import { calls, events } from '../../shared/contract/index.ts'
import { type Api, CallError } from '../api.ts'
import './jsdom-gaps.ts'

type FakeHandlers = { [N in CallName]?: (params: Params<N>) => Result<N> | Promise<Result<N>> }

export interface FakeApi extends Api {
  /** Every call that was made, in order. */
  readonly made: { readonly name: CallName; readonly params: unknown }[]
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void
  emitGap(): void
}

/** Answers calls by the given functions, held to the contract on both sides. A call that has none fails loudly. */
export function createFakeApi(handlers: FakeHandlers): FakeApi {
  const made: { name: CallName; params: unknown }[] = []
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const gaps = new Set<() => void>()
  async function call<N extends CallName>(name: N, params: Params<N>) {
    made.push({ name, params })
    const handler = handlers[name]
    if (handler === undefined) throw new Error(`No fake for ${name}`)
    calls[name].params.parse(params)
    try {
      return calls[name].result.parse(await handler(params)) as Result<N>
    } catch (error) {
      if (error instanceof CallError) throw error
      throw new Error(`The fake of ${name} broke the contract`, { cause: error })
    }
  }
  return {
    version: '0.0.0',
    made,
    attach: (file) => call('chat.attach', { path: `/dropped/${file.name}` }),
    call,
    on(name, listener) {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(listener))
      return () => void all.delete(listener)
    },
    onGap(listener) {
      gaps.add(listener)
      return () => void gaps.delete(listener)
    },
    emit(name, payload) {
      events[name].parse(payload)
      for (const listener of listeners.get(name) ?? []) listener(payload as never)
    },
    emitGap() {
      for (const listener of gaps) listener()
    },
  }
}
