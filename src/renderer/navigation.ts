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
  /** Does nothing when the guard of the present place says no. */
  go(place: Place): Promise<void>
  back(): Promise<void>
  /** Changes the present place without a step to go back to: a new conversation that got its id. */
  replace(place: Place): void
  setGuard(guard: LeaveGuard | null): void
}

const start: Place = { screen: 'chat', conversation: null }
const stepsKept = 50

export const useNavigation = create<Navigation>()((set, get) => {
  const mayLeave = async () => (await get().guard?.()) ?? true
  return {
    place: start,
    earlier: [],
    guard: null,
    async go(place) {
      if (!(await mayLeave())) return
      set(({ place: from, earlier }) => ({
        place,
        earlier: [...earlier, from].slice(-stepsKept),
        guard: null,
      }))
    },
    async back() {
      const { earlier } = get()
      if (earlier.length === 0 || !(await mayLeave())) return
      set({ place: earlier.at(-1) ?? start, earlier: earlier.slice(0, -1), guard: null })
    },
    replace: (place) => set({ place }),
    setGuard: (guard) => set({ guard }),
  }
})
