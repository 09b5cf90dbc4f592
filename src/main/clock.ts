import type { Clock } from '../shared/time.ts'
import type { SettingsStore } from './settings/settings.ts'

/** Which parts of a clock were asked for. */
export interface GivenClock {
  readonly now: boolean
  readonly tz: boolean
  /** The given time in another zone, in ms since 1970; absent when it named its offset, so that it is one instant everywhere. */
  readonly nowIn?: ((zone: string) => number) | undefined
}

/** The clock of a profile: what the caller was given wins, then what the profile keeps (the sample's day), then the machine's. */
export function profileClock(clock: Clock, given: GivenClock, settings: Pick<SettingsStore, 'get'>): Clock {
  const stopped = given.now ? null : settings.get('clockOverride')
  const zone = (given.tz ? null : settings.get('zoneOverride')) ?? clock.zone
  const stoppedMs = stopped === null ? (given.nowIn?.(zone) ?? null) : Date.parse(stopped)
  return { now: () => stoppedMs ?? clock.now(), zone }
}
