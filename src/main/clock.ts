import type { Clock } from '../shared/time.ts'
import type { SettingsStore } from './settings/settings.ts'

/** The clock of a profile: what the caller was given wins, then what the profile keeps (the sample's day), then the machine's. */
export function profileClock(
  clock: Clock,
  given: { readonly now: boolean; readonly tz: boolean },
  settings: Pick<SettingsStore, 'get'>,
): Clock {
  const stopped = given.now ? null : settings.get('clockOverride')
  const zone = given.tz ? null : settings.get('zoneOverride')
  const stoppedMs = stopped === null ? null : Date.parse(stopped)
  return { now: () => stoppedMs ?? clock.now(), zone: zone ?? clock.zone }
}
