import { expect, it } from 'vitest'
import { type GivenClock, profileClock } from './clock.ts'
import { createSettings } from './settings/settings.ts'
import { openMemoryStore } from './store/database.ts'
import { indexMigrations, pixieMigrations } from './store/migrations.ts'

it('prefers what is given, then what the profile keeps, then the machine', () => {
  const settings = createSettings(openMemoryStore(pixieMigrations, indexMigrations).pixie)
  const machine = { now: () => 5, zone: 'UTC' }
  const show = (given: GivenClock) => {
    const clock = profileClock(machine, given, settings)
    return [clock.now(), clock.zone]
  }
  expect(show({ now: false, tz: false })).toEqual([5, 'UTC'])
  settings.set('clockOverride', '1970-01-01T00:00:01+00:00')
  settings.set('zoneOverride', 'Asia/Tokyo')
  expect(show({ now: false, tz: false })).toEqual([1000, 'Asia/Tokyo'])
  expect(show({ now: true, tz: false })).toEqual([5, 'Asia/Tokyo'])
  expect(show({ now: false, tz: true })).toEqual([1000, 'UTC'])
  const nowIn = (zone: string) => (zone === 'Asia/Tokyo' ? 7 : 8)
  expect(show({ now: true, tz: false, nowIn })).toEqual([7, 'Asia/Tokyo'])
  expect(show({ now: true, tz: true, nowIn })).toEqual([8, 'UTC'])
})
