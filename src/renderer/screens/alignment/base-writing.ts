/** Base instructions that are being written: what they stand against, and where they are kept. No React. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BaseDraftFields } from '../../../shared/contract/alignment.ts'
import { type Api, CallError } from '../../api.ts'

/** Counted from the first key that is not kept: whoever types on without a pause is kept, too. */
const keepDelayMs = 200

export interface BaseState {
  readonly text: string
  /** What the agent is told now. */
  readonly saved: string
  /** What was saved when the writing began, or when its owner last decided. */
  readonly basedOn: string
  readonly isDirty: boolean
  /** Changed elsewhere meanwhile; nothing is saved before it is decided whose stays. */
  readonly isOvertaken: boolean
  /** The draft is in the store as it stands here. */
  readonly isKept: boolean
  /** How often the text was replaced by what is saved. */
  readonly followed: number
  readonly error: CallError | null
}

export interface BaseWriting {
  readonly store: StoreApi<BaseState>
  write(text: string): void
  /** What is saved by now. Where nothing is being written the text follows. */
  follow(saved: string): void
  /** This was saved from here, and its draft went with it. What was typed meanwhile stays. */
  settle(saved: string): void
  /** Mine stays, though the saved text became another. */
  keepMine(): void
  /** Back to what is saved; the kept draft goes. */
  discard(): Promise<void>
  /** Keeps what is not kept yet, at once. */
  keep(): Promise<void>
}

export function createBaseWriting(options: {
  readonly api: Api
  readonly saved: string
  readonly kept: BaseDraftFields | null
}): BaseWriting {
  const { api, kept } = options
  const derived = (text: string, saved: string, basedOn: string) => {
    const isDirty = text !== saved
    return { text, saved, basedOn, isDirty, isOvertaken: isDirty && basedOn !== saved }
  }
  const store = createStore<BaseState>(() => ({
    ...derived(kept?.text ?? options.saved, options.saved, kept?.basedOn ?? options.saved),
    isKept: true,
    followed: 0,
    error: null,
  }))
  const { getState: get, setState: set } = store
  let timer: ReturnType<typeof setTimeout> | undefined

  function setTexts(change: Partial<Pick<BaseState, 'text' | 'saved' | 'basedOn'>>): void {
    const { text, saved, basedOn } = { ...get(), ...change }
    // What is as it is saved begins from there, whatever it came from.
    set({ ...derived(text, saved, text === saved ? saved : basedOn), isKept: false })
  }

  async function keep(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const { text, basedOn, isDirty, isKept } = get()
    if (isKept) return
    try {
      await api.call('alignment.save-draft', { draft: isDirty ? { text, basedOn } : null })
      if (get().text === text && get().basedOn === basedOn) set({ isKept: true })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      set({ error })
    }
  }

  return {
    store,
    write(text) {
      if (text === get().text) return
      setTexts({ text })
      set({ error: null })
      timer ??= setTimeout(() => void keep(), keepDelayMs)
    },
    follow(saved) {
      const before = get()
      if (saved === before.saved) return
      setTexts({ saved, ...(before.isDirty ? {} : { text: saved, basedOn: saved }) })
      if (!before.isDirty) set({ isKept: true, followed: before.followed + 1 })
      void keep()
    },
    settle(saved) {
      setTexts({ saved, basedOn: saved })
      set({ isKept: !get().isDirty })
      void keep()
    },
    keepMine() {
      setTexts({ basedOn: get().saved })
      void keep()
    },
    async discard() {
      const { saved, followed } = get()
      setTexts({ text: saved, basedOn: saved })
      set({ followed: followed + 1, error: null })
      await keep()
    },
    keep,
  }
}
