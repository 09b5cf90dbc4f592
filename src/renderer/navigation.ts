/** Where the window is. Screens ask to go somewhere; `app.tsx` shows it. */
import { create } from 'zustand'

export type SettingsSection = 'general' | 'model' | 'context' | 'privacy' | 'data'

export type Place =
  /** `conversation: null` = a new one. `message`: jump to it. */
  | { readonly screen: 'chat'; readonly conversation: string | null; readonly message?: string }
  | { readonly screen: 'trace'; readonly trace: string }
  | { readonly screen: 'notebook' | 'memory' | 'files' | 'calendar' | 'alignment' | 'first-run' }
  /** `skill`: the slug of the one being edited; null = a new one; left out = the list. */
  | { readonly screen: 'skills'; readonly skill?: string | null }
  | { readonly screen: 'settings'; readonly section: SettingsSection }

/** Says whether the place may be left now; asks the owner when it has to. */
export type LeaveGuard = () => Promise<boolean>

interface Navigation {
  readonly place: Place
  readonly earlier: readonly Place[]
  readonly guard: LeaveGuard | null
  /** The conversation that the chat shows, or showed last; null = a new one. */
  readonly chat: string | null
  /** Does nothing when the guard of the present place says no. */
  go(place: Place): Promise<void>
  back(): Promise<void>
  /** Changes the present place without a step to go back to: a new conversation that got its id. */
  replace(place: Place): void
  /** The chat begins anew when one next goes to it: its conversations are gone. */
  forgetChat(): void
  setGuard(guard: LeaveGuard | null): void
}

const start: Place = { screen: 'chat', conversation: null }
const stepsKept = 50

const chatAt = (place: Place, before: string | null) =>
  place.screen === 'chat' ? place.conversation : before

export const useNavigation = create<Navigation>()((set, get) => {
  const mayLeave = async () => (await get().guard?.()) ?? true
  return {
    place: start,
    earlier: [],
    guard: null,
    chat: null,
    async go(place) {
      if (!(await mayLeave())) return
      set(({ place: from, earlier, chat }) => ({
        place,
        chat: chatAt(place, chat),
        earlier: [...earlier, from].slice(-stepsKept),
        guard: null,
      }))
    },
    async back() {
      const { earlier } = get()
      if (earlier.length === 0 || !(await mayLeave())) return
      const place = earlier.at(-1) ?? start
      set(({ chat }) => ({ place, chat: chatAt(place, chat), earlier: earlier.slice(0, -1), guard: null }))
    },
    replace: (place) => set(({ chat }) => ({ place, chat: chatAt(place, chat) })),
    forgetChat: () => set({ chat: null }),
    setGuard: (guard) => set({ guard }),
  }
})
