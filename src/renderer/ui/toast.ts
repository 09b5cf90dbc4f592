/** Short notes about what was just done, with the way to take it back. `<Toaster/>` shows them. */
import { create } from 'zustand'

export interface Toast {
  readonly id: number
  readonly text: string
  /** Takes back what the text says. */
  readonly undo: (() => void | Promise<void>) | null
  readonly isBad: boolean
}

interface ToastState {
  readonly toasts: readonly Toast[]
}

/** More would cover the screen; the oldest goes. */
const mostToasts = 3
let lastId = 0

export const useToasts = create<ToastState>()(() => ({ toasts: [] }))

/** Gives back how to take it away early. */
export function showToast(toast: {
  readonly text: string
  /** May reject; then a note says that it did not work. */
  readonly undo?: () => void | Promise<void>
  /** Says that something failed. What failed in a place of its own is told there instead. */
  readonly isBad?: boolean
}): () => void {
  lastId += 1
  const id = lastId
  const shown: Toast = { id, text: toast.text, undo: toast.undo ?? null, isBad: toast.isBad ?? false }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, shown].slice(-mostToasts) }))
  return () => closeToast(id)
}

export function closeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}
