import { useEffect, useRef } from 'react'

/** A screen that is fetched first may take so long to have its heading. Milliseconds. */
const patienceMs = 2_000

/** When the window went to another screen, reading and the keyboard go on at its main heading. */
export function useMainFocus(screen: string): void {
  const earlier = useRef(screen)
  useEffect(() => {
    if (earlier.current === screen) return
    earlier.current = screen
    const focus = () => {
      const main = document.querySelector('main')
      // A screen that took the focus itself knows better where to begin.
      if (main?.contains(document.activeElement) && document.activeElement !== main) return true
      return focusHeading()
    }
    if (focus()) return
    const observer = new MutationObserver(() => focus() && observer.disconnect())
    observer.observe(document.body, { childList: true, subtree: true })
    const timer = setTimeout(() => observer.disconnect(), patienceMs)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [screen])
}

/** False when the screen has no heading yet. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main [data-main-heading]')
  heading?.focus()
  return heading !== null
}
