/** What the preload script puts on `window.pixie`: all that a page knows of the app around it. */
export interface Bridge {
  /** Of Pixie, as in `package.json`. */
  readonly version: string
}
