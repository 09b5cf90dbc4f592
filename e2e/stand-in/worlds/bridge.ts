/**
 * One of the two ends of `contextBridge` in a window: values cross as text in events of the window, functions and
 * promises as numbers, files as they are. Put into pages as text, so it uses nothing from around it.
 */
import type { Codec, CodecHooks } from './codec.ts'

export interface BridgeEnd {
  /** Hears what the other end exposed. */
  onExposed(listener: (name: string, value: unknown) => void): void
  expose(name: string, value: unknown): void
}

export function createBridgeEnd(
  channel: string,
  end: 'preload' | 'page',
  createCodec: (hooks: CodecHooks | null) => Codec,
): BridgeEnd {
  const { addEventListener, dispatchEvent, CustomEvent } = window
  const other = end === 'page' ? 'preload' : 'page'
  const functions = new Map<number, (...args: unknown[]) => unknown>()
  const known = new Map<unknown, number>()
  const promises = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const answers = new Map<number, { ok: boolean; value: unknown }>()
  const exposed: ((name: string, value: unknown) => void)[] = []
  let files: File[] = []
  let lastId = 0

  const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
  const send = (message: Record<string, unknown>) => {
    files = []
    const text = codec.encode(message)
    const detail = { text, files }
    dispatchEvent.call(window, new CustomEvent(`${channel}-${other}`, { detail }))
  }
  const numberOf = (fn: (...args: unknown[]) => unknown) => {
    const id = known.get(fn) ?? ++lastId
    known.set(fn, id)
    functions.set(id, fn)
    return id
  }
  const promised = (promise: Promise<unknown>) => {
    const id = ++lastId
    promise.then(
      (value) => send({ kind: 'settle', id, ok: true, value }),
      (error: unknown) => send({ kind: 'settle', id, ok: false, value: messageOf(error) }),
    )
    return id
  }
  const invoke = (fn: number, args: unknown[]): unknown => {
    const id = ++lastId
    send({ kind: 'call', id, fn, args })
    const answer = answers.get(id)
    answers.delete(id)
    if (answer?.ok === true) return answer.value
    throw new Error(String(answer?.value))
  }
  const remote = new Map<number, (...args: unknown[]) => unknown>()
  const codec = createCodec({
    out(value) {
      if (typeof value === 'function') return { fn: numberOf(value as (...args: unknown[]) => unknown) }
      if (value instanceof Promise) return { promise: promised(value) }
      if (value instanceof File) return { file: files.push(value) - 1 }
      return null
    },
    back(tag) {
      if (typeof tag.fn === 'number') {
        const id = tag.fn
        const fn = remote.get(id) ?? ((...args: unknown[]) => invoke(id, args))
        remote.set(id, fn)
        return fn
      }
      if (typeof tag.promise === 'number') {
        const id = tag.promise
        return new Promise((resolve, reject) => promises.set(id, { resolve, reject }))
      }
      return files[Number(tag.file)]
    },
  })

  interface Message {
    readonly kind: string
    readonly id: number
    readonly fn: number
    readonly args: unknown[]
    readonly ok: boolean
    readonly value: unknown
    readonly name: string
  }
  const hear = (message: Message) => {
    const { kind, id, fn, args, ok, value, name } = message
    if (kind === 'expose') for (const listener of exposed) listener(name, value)
    if (kind === 'answer') answers.set(id, { ok, value })
    if (kind === 'settle') {
      const waiting = promises.get(id)
      promises.delete(id)
      if (ok) waiting?.resolve(value)
      else waiting?.reject(new Error(String(value)))
    }
    if (kind !== 'call') return
    try {
      const result = functions.get(fn)?.(...args)
      send({ kind: 'answer', id, ok: true, value: result })
    } catch (error) {
      send({ kind: 'answer', id, ok: false, value: messageOf(error) })
    }
  }
  addEventListener.call(window, `${channel}-${end}`, (event) => {
    const { text, files: sent } = (event as CustomEvent<{ text: string; files: File[] }>).detail // sent above
    files = sent
    hear(codec.decode(text) as Message) // encoded above
  })
  return {
    onExposed: (listener) => void exposed.push(listener),
    expose: (name, value) => send({ kind: 'expose', name, value }),
  }
}
