/** What the handlers of the contract's calls are given, and their types. Nothing here knows Electron. */
import type { z } from 'zod'
import type { CallShapes } from '../../shared/contract/define.ts'
import type { EventName, EventPayload } from '../../shared/contract/index.ts'
import type { Pixie } from '../pixie.ts'

/** One function a call. Params arrive parsed; what is thrown crosses as code, message and hint. */
export type Handlers<C extends CallShapes> = {
  readonly [N in keyof C]: (
    params: z.output<C[N]['params']>,
  ) => z.input<C[N]['result']> | Promise<z.input<C[N]['result']>>
}

export interface FileFilter {
  /** What the dialog calls these files: `Models`. */
  readonly name: string
  /** Without the dot. */
  readonly extensions: readonly string[]
}

/** What only the desktop can do. Dialogs belong to the window; null = the owner cancelled. */
export interface Desktop {
  chooseFolder(options: { readonly title: string; readonly button: string }): Promise<string | null>
  chooseFile(options: {
    readonly title: string
    readonly button: string
    readonly filters?: readonly FileFilter[]
    /** Also a folder may be chosen. */
    readonly orFolder?: boolean
  }): Promise<string | null>
  /** Where to save; the dialog itself asks before something is overwritten. */
  chooseSavePath(options: { readonly title: string; readonly fileName: string }): Promise<string | null>
  /** Opens a file in its own app. Rejects with a sentence when the system cannot. */
  openPath(path: string): Promise<void>
  revealPath(path: string): void
  /** Shows the real host and asks; false when the owner said no. Throws `invalid-input` for a scheme that is not let out. */
  openLink(url: string): Promise<boolean>
  copy(text: string): Promise<void>
  showContextMenu(options: { readonly isEditable: boolean; readonly hasSelection: boolean }): void
  /** Light or dark for the whole app: page, menus and dialogs. */
  setTheme(theme: 'system' | 'light' | 'dark'): void
  /** 1 = as designed. */
  setZoom(factor: number): void
  /**
   * The shortcut, `Mod+Shift+K`, that brings Pixie to the front from everywhere, in place of the one before; null =
   * none. False when another program has it: then there is none.
   */
  setGlobalShortcut(keys: string | null): boolean
  /** Whether there is one now. */
  hasGlobalShortcut(): boolean
}

/** Says something to every window. Never throws; with no window open nothing happens. */
export type Publish = <N extends EventName>(name: N, payload: EventPayload<N>) => void

export interface Services {
  readonly pixie: Pixie
  readonly desktop: Desktop
  readonly publish: Publish
  /** The window has drawn its first screen and hears what is published. */
  onWindowReady(): void
  /** What the page held back has come. */
  onHandedOver(): void
}
