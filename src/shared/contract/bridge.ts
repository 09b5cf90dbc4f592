/** What the preload script puts on `window.pixie`: all that a page knows of the app around it. */
import type { WireError } from '../errors.ts'

export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: WireError }

/** One event of main's. `seq` rises by one from event to event of a window, so that a lost one shows. */
export interface EventFrame {
  readonly seq: number
  readonly name: string
  readonly payload: unknown
}

export interface Bridge {
  /** Of Pixie, as in `package.json`. */
  readonly version: string
  /** Asks main. Never rejects; a name that is not in the contract is refused here already. */
  call(name: string, params: unknown): Promise<Outcome>
  /** Gives back how to end it. */
  onEvent(listener: (frame: EventFrame) => void): () => void
  /** The path of a file that was dropped on the page; empty when it has none. */
  pathOf(file: File): string
}
