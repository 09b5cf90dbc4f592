import { join, resolve } from 'node:path'
import { PixieError } from '../shared/errors.ts'
import type { Clock } from '../shared/time.ts'
import type { GivenClock } from './clock.ts'
import { defaultDataDir, type Machine } from './data-dir.ts'
import { nearest } from './nearest.ts'

/** What the options that every start has say about where and when it works. Reading it opens nothing. */
export interface ProfileOptions {
  /** Absolute path of the profile folder, which may not exist yet. */
  readonly dataDir: string
  /** `--now` (standing still) and `--tz`, else the machine's. */
  readonly clock: Clock
  /** Which of the two were given: what is given wins over what the profile keeps. */
  readonly given: GivenClock
  /** `--model`: catalogue id or path of a GGUF file; null when not given. */
  readonly model: string | null
}

/** How the value of each is called in help and errors. */
export const profileOptionValues = { profile: 'DIR', now: 'ISO', tz: 'ZONE', model: 'ID|PATH' } as const

/** A list where an option may be given more than once. */
export type GivenOptions = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

/** Reads and checks `--profile`, `--now`, `--tz` and `--model`. Opens nothing. Throws `usage`. */
export async function profileOptions(given: GivenOptions, machine: Machine): Promise<ProfileOptions> {
  const zone = zoneOf(text(given, 'tz'))
  const profile = pathOf(text(given, 'profile'), machine)
  const now = text(given, 'now')
  const read = now === null ? null : await readNow(now, zone)
  return {
    dataDir: profile === null ? defaultDataDir(machine) : resolve(profile),
    clock: { now: () => read?.ms ?? Date.now(), zone },
    given: { now: read !== null, tz: text(given, 'tz') !== null, nowIn: read?.nowIn },
    model: pathOf(text(given, 'model'), machine),
  }
}

/** Shells leave the tilde of `--profile=~/mara` to the program. */
function pathOf(given: string | null, { home }: Machine): string | null {
  return given?.startsWith('~/') === true ? join(home, given.slice(2)) : given
}

function text(given: GivenOptions, name: keyof typeof profileOptionValues): string | null {
  const value = given[name]
  if (typeof value !== 'string') return null
  if (value.trim() === '') {
    throw new PixieError('usage', {
      what: `--${name} needs a value`,
      hint: `Write --${name} ${profileOptionValues[name]}, or leave it out.`,
    })
  }
  return value
}

function zoneOf(given: string | null): string {
  if (given === null) return machineZone()
  const known = knownZone(given)
  if (known !== null) return known
  const near = nearest(given, Intl.supportedValuesOf('timeZone'))
  throw new PixieError('usage', {
    what: '--tz is not a time zone',
    value: given,
    hint:
      near === null
        ? 'Use an IANA name such as Europe/Berlin, America/New_York or UTC.'
        : `Did you mean ${near}?`,
  })
}

/** The zone as the database spells it, or null. Offsets such as `+02:00` are not zones: they know no summer time. */
function knownZone(name: string): string | null {
  if (!/^[A-Za-z]/.test(name)) return null
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name
  } catch {
    return null
  }
}

function machineZone(): string {
  const { timeZone } = new Intl.DateTimeFormat('en').resolvedOptions()
  return knownZone(timeZone) ?? 'UTC'
}

const isoTime = /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?([Zz]|[+-]\d{2}(:?\d{2})?)?)?$/

/** `--now` as an instant; a time without an offset is read in `zone`, and `nowIn` reads it in another. */
async function readNow(iso: string, zone: string): Promise<{ ms: number } & Pick<GivenClock, 'nowIn'>> {
  const { Temporal } = await import('temporal-polyfill')
  try {
    if (!isoTime.test(iso)) throw new RangeError('not in the one form that is taken')
    if (/([Zz]|[+-]\d{2}(:?\d{2})?)$/.test(iso.slice(10)))
      return { ms: Temporal.Instant.from(iso).epochMilliseconds }
    const local = Temporal.PlainDateTime.from(iso)
    const nowIn = (other: string) => local.toZonedDateTime(other).epochMilliseconds
    return { ms: nowIn(zone), nowIn }
  } catch (cause) {
    throw new PixieError('usage', {
      what: '--now is not an ISO 8601 time',
      value: iso,
      hint: 'Write it like 2026-11-30T09:00 or 2026-11-30T09:00:00+01:00.',
      cause,
    })
  }
}
