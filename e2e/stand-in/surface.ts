/** How the stand-in's parts are held to Electron's own types, so that neither names nor signatures drift. */

/**
 * A part of one of Electron's objects: each member that is there has Electron's type. Listeners are left out, since
 * `LoudEmitter` checks event names when the app runs.
 */
export type Surface<T> = Partial<Omit<T, keyof NodeJS.EventEmitter>>

/** A stand-in's object where Electron's own is asked for. What it lacks fails by name when it is touched (`loud`). */
export function asElectron<T>(object: object): T {
  return object as T // the one place where the stand-in poses as the whole
}
