/** Says which granted folders changed on the disk, so that new files are found without asking for a scan. */
import type { Event, SubscribeCallback } from '@parcel/watcher'

/** A burst of writes (a download, an unpacked archive) is looked at once, when it is over… */
export const quietMs = 2_000
/** …but not later than this. */
export const longestWaitMs = 20_000
/** Where the system gives no events (too many folders, a network share): looked at again so often. */
export const lookAgainMs = 10 * 60_000

/** What a walk would leave out anyway does not wake anybody. */
const ignored = ['**/.*', '**/.*/**', '**/node_modules/**', '**/__pycache__/**']

export interface Subscription {
  unsubscribe(): Promise<void>
}

export type Subscribe = (folder: string, onEvents: SubscribeCallback) => Promise<Subscription>

export interface FolderWatch {
  /** From now on these folders are watched, and no others. */
  watch(folders: readonly string[]): void
  /** Ends all. Safe to call twice. */
  close(): Promise<void>
}

/** The native part is loaded at the first folder: a system without it still starts. */
const subscribeNative: Subscribe = async (folder, onEvents) => {
  const { default: watcher } = await import('@parcel/watcher')
  return watcher.subscribe(folder, onEvents, { ignore: ignored })
}

/** @param onChange may be called for a folder that is not watched any more; must not throw. */
export function createFolderWatch(
  onChange: (folder: string) => void,
  subscribe: Subscribe = subscribeNative,
): FolderWatch {
  const watched = new Map<string, WatchedFolder>()
  return {
    watch(folders) {
      for (const [folder, each] of watched)
        if (!folders.includes(folder)) {
          watched.delete(folder)
          void each.close()
        }
      for (const folder of folders)
        if (!watched.has(folder)) watched.set(folder, watchFolder(folder, onChange, subscribe))
    },
    async close() {
      const all = [...watched.values()]
      watched.clear()
      await Promise.all(all.map((each) => each.close()))
    },
  }
}

interface WatchedFolder {
  close(): Promise<void>
}

function watchFolder(
  folder: string,
  onChange: (folder: string) => void,
  subscribe: Subscribe,
): WatchedFolder {
  let quiet: NodeJS.Timeout | undefined
  let firstAtMs: number | null = null
  let again: NodeJS.Timeout | undefined
  const tell = () => {
    firstAtMs = null
    onChange(folder)
  }
  const soon = () => {
    firstAtMs ??= performance.now()
    const waited = performance.now() - firstAtMs
    clearTimeout(quiet)
    quiet = setTimeout(tell, Math.max(0, Math.min(quietMs, longestWaitMs - waited))).unref()
  }
  const lookNowAndThen = () => {
    again ??= setInterval(() => onChange(folder), lookAgainMs).unref()
  }
  const onEvents = (error: Error | null, events: readonly Event[]) => {
    if (error !== null) lookNowAndThen()
    else if (events.length > 0) soon()
  }
  const subscribed = subscribe(folder, onEvents).catch(() => {
    lookNowAndThen()
    return null
  })
  return {
    async close() {
      clearTimeout(quiet)
      clearInterval(again)
      const subscription = await subscribed
      clearInterval(again)
      // The folder may be gone, and its events with it.
      await subscription?.unsubscribe().catch(() => undefined)
    },
  }
}
