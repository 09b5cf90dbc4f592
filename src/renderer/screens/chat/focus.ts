import { type RefObject, useEffect, useRef } from 'react'

/** The keyboard goes on where one writes: for acts after which their own button is gone. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer]')?.focus({ preventScroll: true })
}

/** When a field that was opened is gone, the keyboard goes on at the button it was opened with, unless it is elsewhere already. */
export function useFocusAfter(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!isClosed) return
    // Where a press beside the field leads is known only after the field is gone.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) button.current?.focus()
    }, 0)
    return () => clearTimeout(timer)
  }, [isOpen])
  return button
}

/** A row that the keyboard was in and that comes up again in another place has the keyboard there. */
export function useFocusKept(wasEntered: boolean, button: RefObject<HTMLButtonElement | null>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it comes up
  useEffect(() => {
    if (wasEntered && document.activeElement === document.body) button.current?.focus()
  }, [])
}

/** When the row with the keyboard is gone, the keyboard goes on at the row in its place. `ids`: the rows in the order shown. */
export function useFocusNextRow(
  box: RefObject<HTMLElement | null>,
  entered: string | null,
  ids: readonly string[],
): void {
  const at = useRef(-1)
  useEffect(() => {
    if (entered === null) return
    const now = ids.indexOf(entered)
    const isGone = now === -1 && at.current !== -1
    if (isGone && document.activeElement === document.body) {
      const rows = box.current?.querySelectorAll('[data-conversation]') ?? []
      rows[Math.min(at.current, rows.length - 1)]?.querySelector('button')?.focus()
    }
    at.current = now
  }, [box, entered, ids])
}
