/** What is written here and lies in main not yet: handed over when one looks elsewhere, and before the window closes. */
import { useEffect } from 'react'
import type { Api } from './api.ts'

/** Must not reject for what could not be kept; that is shown where it is written. */
type Keep = () => Promise<unknown>

const keepers = new Set<Keep>()

/** While the component is shown `keep` is called when the window loses the focus, and when the page is about to end. */
export function useHandOver(keep: Keep): void {
  useEffect(() => {
    const now = () => void keep()
    keepers.add(keep)
    window.addEventListener('pagehide', now)
    window.addEventListener('blur', now)
    return () => {
      keepers.delete(keep)
      window.removeEventListener('pagehide', now)
      window.removeEventListener('blur', now)
    }
  }, [keep])
}

/** Does what main asks for before it closes the window, and says when it is done. Gives back how to end it. */
export function answerHandOver(api: Api): () => void {
  return api.on('app.hand-over', () => void handOver(api))
}

async function handOver(api: Api): Promise<void> {
  // Keys that were pressed before are in the queue of this page's events by now: theirs come first.
  await new Promise((resolve) => setTimeout(resolve, 0))
  await Promise.allSettled([...keepers].map((keep) => keep()))
  // Without the answer main goes on by itself, only later.
  await api.call('app.handed-over', {}).catch(() => undefined)
}
