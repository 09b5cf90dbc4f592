/** What lies over the screen now. */
import { create } from 'zustand'

type Overlay = 'palette' | 'shortcuts' | 'drawer'

interface Overlays {
  /** One at a time. */
  readonly open: Overlay | null
  show(overlay: Overlay): void
  /** Opens what is closed and closes what is open. */
  toggle(overlay: Overlay): void
  close(): void
}

export const useOverlays = create<Overlays>()((set) => ({
  open: null,
  show: (overlay) => set({ open: overlay }),
  toggle: (overlay) => set(({ open }) => ({ open: open === overlay ? null : overlay })),
  close: () => set({ open: null }),
}))
