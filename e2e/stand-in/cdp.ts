/** The debugging protocol over Chromium's pipe. When this process is gone, however it went, Chromium ends with the pipe. */
import type { Readable, Writable } from 'node:stream'
import type { CDPSession } from 'playwright-core'

type Send = CDPSession['send']

/** The events that are heard here, as the protocol describes them. */
export interface CdpEvents {
  readonly 'Fetch.requestPaused': {
    readonly requestId: string
    readonly frameId: string
    readonly resourceType: string
    readonly request: {
      readonly url: string
      readonly method: string
      readonly headers: Readonly<Record<string, string>>
      readonly postData?: string
    }
  }
  readonly 'Log.entryAdded': { readonly entry: { readonly text: string } }
  readonly 'Page.frameStartedLoading': { readonly frameId: string }
  readonly 'Page.frameNavigated': { readonly frame: { readonly parentId?: string; readonly url: string } }
}

interface Waiting {
  readonly method: string
  resolve(value: never): void
  reject(error: Error): void
}

interface Message {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

type Listener = (method: string, params: never) => void

/** One session: the browser's own or that of a target. */
export interface Session {
  readonly send: Send
  /** Hears everything; `params` are those of the event named. */
  listen(listener: Listener): void
}

export interface Cdp extends Session {
  session(id: string): Session
  /** Commands that are still out reject; later ones too. */
  close(): void
}

export function connect(output: Writable, input: Readable): Cdp {
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, Listener[]>()
  let lastId = 0
  let isClosed = false
  let rest = Buffer.alloc(0)

  const receive = (text: string) => {
    const message = JSON.parse(text) as Message // Chromium's own
    if (message.id !== undefined) {
      const entry = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.error !== undefined) entry?.reject(new Error(`${entry.method}: ${message.error.message}`))
      else entry?.resolve(message.result as never) // the answer to that method
      return
    }
    for (const listener of listeners.get(message.sessionId ?? '') ?? [])
      listener(message.method ?? '', message.params as never) // the listener knows by the name
  }
  input.on('data', (piece: Buffer) => {
    rest = Buffer.concat([rest, piece])
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const text = rest.toString('utf8', 0, end)
      rest = rest.subarray(end + 1)
      receive(text)
    }
  })
  // A pipe that breaks is told by the process' end.
  output.on('error', () => {})
  input.on('error', () => {})

  const session = (sessionId: string): Session => ({
    send: (method: string, params: object = {}) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error(`${method}: Chromium has ended`))
        lastId += 1
        waiting.set(lastId, { method, resolve, reject })
        const target = sessionId === '' ? {} : { sessionId }
        output.write(`${JSON.stringify({ id: lastId, method, params, ...target })}\0`)
      }),
    listen(listener) {
      const known = listeners.get(sessionId) ?? []
      listeners.set(sessionId, [...known, listener])
    },
  })
  return {
    ...session(''),
    session,
    close() {
      isClosed = true
      for (const { method, reject } of waiting.values()) reject(new Error(`${method}: Chromium has ended`))
      waiting.clear()
    },
  }
}
