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
  /**
   * `chat.attach` with the path of a file that the owner dropped. `call` refuses that name: a page that was taken over
   * could make up a path, but no file.
   */
  attach(file: File): Promise<Outcome>
}
