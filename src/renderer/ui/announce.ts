import { create } from 'zustand'

interface Announcement {
  readonly text: string
  /** Rises, so that the same words twice are said twice. */
  readonly number: number
}

export const useAnnouncement = create<Announcement>()(() => ({ text: '', number: 0 }))

/** Says something to screen readers when they are done with what they say now. Not shown. `<Toaster/>` holds the place. */
export function announce(text: string): void {
  useAnnouncement.setState(({ number }) => ({ text, number: number + 1 }))
}
