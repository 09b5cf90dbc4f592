/** The `webContents` of the module: those that are open. */

interface Listed {
  readonly devToolsTargetId: string
}

export const openContents = new Map<number, Listed>()

export const webContents = {
  getAllWebContents: (): Listed[] => [...openContents.values()],
  fromId: (id: number): Listed | undefined => openContents.get(id),
  /** Playwright finds windows by it. */
  fromDevToolsTargetId: (targetId: string): Listed | undefined =>
    [...openContents.values()].find((contents) => contents.devToolsTargetId === targetId),
}
