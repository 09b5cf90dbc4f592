/**
 * The isolated world of a preload script: `require('electron')` as the sandbox has it. Put into pages as text, so it
 * uses nothing from around it; `tell` and `listen` are its line to the main process.
 */
import type { BridgeEnd } from './bridge.ts'
import type { Codec } from './codec.ts'

/** What a preload world says to main. */
export type FromPreload =
  | {
      readonly kind: 'invoke'
      readonly id: number
      readonly channel: string
      readonly args: readonly unknown[]
    }
  | { readonly kind: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'missing'; readonly name: string }
  | { readonly kind: 'key'; readonly accelerator: string }
  | { readonly kind: 'files'; readonly count: number }
  | { readonly kind: 'error'; readonly message: string }

/** What main says to a preload world. */
export type ToPreload =
  | { readonly kind: 'event'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly ok: boolean; readonly value: unknown }
  | { readonly kind: 'paths'; readonly paths: readonly string[] }

export interface PreloadLine {
  readonly codec: Codec
  tell(message: FromPreload): void
  listen(listener: (message: ToPreload) => void): void
  /** Where main looks for the files of an event. */
  keep(files: readonly File[]): void
}

type Listener = (event: unknown, ...args: unknown[]) => void

export function runPreload(
  line: PreloadLine,
  bridge: BridgeEnd,
  script: (require: (name: string) => unknown, module: object, exports: object, process: object) => void,
): void {
  const answers = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const listeners = new Map<string, Listener[]>()
  const paths = new Map<string, string>()
  let lastId = 0
  let paused: (() => void) | null = null

  const loud = <T extends object>(name: string, object: T): T =>
    new Proxy(object, {
      get(target, key, receiver): unknown {
        if (key in target || typeof key === 'symbol' || key === 'then')
          return Reflect.get(target, key, receiver)
        line.tell({ kind: 'missing', name: `${name}.${key}` })
        throw new Error(`stand-in: ${name}.${key} is not implemented`)
      },
    })
  const fileKey = (file: File) => `${file.name}\n${file.size}\n${file.lastModified}`
  const add = (channel: string, listener: Listener) => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
    return ipcRenderer
  }
  const remove = (channel: string, listener: Listener) => {
    const others = (listeners.get(channel) ?? []).filter((one) => one !== listener)
    listeners.set(channel, others)
    return ipcRenderer
  }
  const ipcRenderer: Record<string, unknown> = loud('ipcRenderer', {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        lastId += 1
        answers.set(lastId, { resolve, reject })
        line.tell({ kind: 'invoke', id: lastId, channel, args })
      }),
    send: (channel: string, ...args: unknown[]) => line.tell({ kind: 'send', channel, args }),
    on: add,
    addListener: add,
    off: remove,
    removeListener: remove,
    removeAllListeners(channel: string) {
      listeners.delete(channel)
      return ipcRenderer
    },
  })
  const electron = loud('electron (preload)', {
    ipcRenderer,
    contextBridge: loud('contextBridge', {
      exposeInMainWorld: (name: string, api: unknown) => bridge.expose(name, api),
    }),
    webUtils: loud('webUtils', { getPathForFile: (file: File) => paths.get(fileKey(file)) ?? '' }),
  })

  line.listen((message) => {
    if (message.kind === 'event') {
      const event = { sender: ipcRenderer, ports: [] }
      for (const listener of listeners.get(message.channel) ?? []) listener(event, ...message.args)
    } else if (message.kind === 'answer') {
      const waiting = answers.get(message.id)
      answers.delete(message.id)
      if (message.ok) waiting?.resolve(message.value)
      else waiting?.reject(new Error(String(message.value)))
    } else {
      const files = kept
      for (const [index, file] of files.entries()) paths.set(fileKey(file), message.paths[index] ?? '')
      paused?.()
      paused = null
    }
  })

  // A page asks for the path of a dropped file in the middle of the event, when main cannot be asked any more: so the
  // event waits until main has said the paths, and then happens again.
  let kept: readonly File[] = []
  const holdForPaths = (event: Event) => {
    if (!event.isTrusted) return
    const transfer = event instanceof DragEvent ? event.dataTransfer : null
    const chosen = event.target instanceof HTMLInputElement ? event.target.files : null
    const files = [...(transfer?.files ?? chosen ?? [])]
    if (files.length === 0) return
    event.stopImmediatePropagation()
    event.preventDefault()
    kept = files
    line.keep(files)
    paused = () => event.target?.dispatchEvent(again(event, files))
    line.tell({ kind: 'files', count: files.length })
  }
  const again = (event: Event, files: readonly File[]): Event => {
    const common = { bubbles: true, cancelable: true, composed: true }
    if (!(event instanceof DragEvent)) return new Event(event.type, common)
    const dataTransfer = new DataTransfer()
    for (const file of files) dataTransfer.items.add(file)
    const { clientX, clientY } = event
    return new DragEvent(event.type, { ...common, dataTransfer, clientX, clientY })
  }
  addEventListener('drop', holdForPaths, true)
  addEventListener('change', holdForPaths, true)

  // Keys that the page leaves alone are the menu's, as on Linux and Windows.
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const modifiers = [
      event.ctrlKey && 'Ctrl',
      event.altKey && 'Alt',
      event.shiftKey && 'Shift',
      event.metaKey && 'Meta',
    ].filter(Boolean)
    const isShortcut = modifiers.some((name) => name !== 'Shift') || /^F\d+$/.test(event.key)
    if (isShortcut) line.tell({ kind: 'key', accelerator: [...modifiers, event.key].join('+') })
  })

  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    line.tell({ kind: 'missing', name: `require('${name}') in a sandboxed preload script` })
    throw new Error(`module not found: ${name}`)
  }
  const process = {
    contextIsolated: true,
    sandboxed: true,
    type: 'renderer',
    platform: 'linux',
    env: {},
    versions: {},
  }
  const module = { exports: {} }
  try {
    script(require, module, module.exports, process)
  } catch (error) {
    line.tell({
      kind: 'error',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  }
}
