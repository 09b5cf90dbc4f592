/** Tells an Enter that sends from one that belongs to an input method. */
export interface EnterKey {
  readonly key: string
  readonly shiftKey: boolean
  readonly isComposing: boolean
  /** 229 while an input method has the key. */
  readonly keyCode: number
  /** Milliseconds, as events carry it. */
  readonly timeStamp: number
}

/** WebKit ends a composition before the Enter that ended it comes; one this soon is that one. */
const sameKeyMs = 60

/** `endedAtMs`: time stamp of the last end of a composition; null = none since the last key came up. */
export function sends(key: EnterKey, endedAtMs: number | null): boolean {
  if (key.key !== 'Enter' || key.shiftKey || key.isComposing || key.keyCode === 229) return false
  return endedAtMs === null || key.timeStamp - endedAtMs > sameKeyMs
}
