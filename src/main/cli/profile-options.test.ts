import { expect, test } from 'vitest'
import { defaultDataDir } from '../data-dir.ts'
import type { Command } from './command.ts'
import { runCli } from './testing/run-cli.ts'

const show: Command = {
  name: 'show',
  summary: 'Shows the profile options',
  args: [],
  options: {},
  example: 'pixie show',
  run: async ({ profile }) => ({
    json: { ...profile, zone: profile.clock.zone, now: profile.clock.now() },
    text: '',
  }),
}

async function shown(...argv: string[]) {
  const { stdout, stderr } = await runCli(['show', '--json', ...argv], { commands: [show] })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

async function refusal(...argv: string[]): Promise<string> {
  const { code, stderr } = await runCli(['show', ...argv], { commands: [show] })
  expect(code).toBe(2)
  return stderr
}

test.each([
  ['darwin', {}, '/Users/ada/Library/Application Support/pixie/profile'],
  ['linux', {}, '/Users/ada/.local/share/pixie/profile'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/pixie/profile'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/Users/ada/.local/share/pixie/profile'],
  ['linux', { XDG_DATA_HOME: '' }, '/Users/ada/.local/share/pixie/profile'],
] as const)('on %s with %j the profile lies in its usual place', (platform, env, folder) => {
  expect(defaultDataDir({ platform, env, home: '/Users/ada' })).toBe(folder)
})

test('--profile is read from the folder one is in', async () => {
  expect((await shown('--profile', 'some/where')).dataDir).toBe(`${process.cwd()}/some/where`)
  expect((await shown()).dataDir).toBe('/home/ada/.local/share/pixie/profile')
  expect(await shown('--profile=~/mara', '--model=~/toy.gguf')).toMatchObject({
    dataDir: '/home/ada/mara',
    model: '/home/ada/toy.gguf',
  })
})

test.each([
  ['2026-11-30T09:00:00Z', 'Europe/Berlin', '2026-11-30T09:00:00.000Z'],
  ['2026-11-30T09:00:00+05:30', 'Europe/Berlin', '2026-11-30T03:30:00.000Z'],
  ['2026-11-30T09:00', 'Europe/Berlin', '2026-11-30T08:00:00.000Z'],
  ['2026-07-01T09:00:00.5', 'America/New_York', '2026-07-01T13:00:00.500Z'],
  ['2026-11-30', 'Asia/Tokyo', '2026-11-29T15:00:00.000Z'],
  ['2026-11-30 09:00', 'UTC', '2026-11-30T09:00:00.000Z'],
  // The hour that summer time skips and the one it repeats.
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
])('--now %s in %s is %s, and stands still', async (now, tz, utc) => {
  const { now: ms, zone } = await shown('--now', now, '--tz', tz)
  expect([new Date(ms).toISOString(), zone]).toEqual([utc, tz])
})

test('a time without an offset can be read again in the zone of the profile', async () => {
  let inTokyo: number | undefined
  let isInstant: boolean | undefined
  const reader: Command = {
    ...show,
    async run({ profile: { given } }) {
      inTokyo = given.nowIn?.('Asia/Tokyo')
      isInstant = given.now && given.nowIn === undefined
      return { json: null, text: '' }
    },
  }
  await runCli(['show', '--now', '2026-11-30T09:00'], { commands: [reader] })
  expect(inTokyo).toBe(Date.parse('2026-11-30T00:00Z'))
  await runCli(['show', '--now', '2026-11-30T09:00Z'], { commands: [reader] })
  expect(isInstant).toBe(true)
})

test.each([
  'tomorrow',
  '2026-13-01',
  '2026-02-30T10:00',
  '2026-11-30T25:00',
  '30.11.2026',
  '1764493200000',
  '2026-11-30T09:00 CET',
])('--now %s is refused', async (now) => {
  expect(await refusal('--now', now)).toBe(
    `pixie: --now is not an ISO 8601 time (${now}): Write it like 2026-11-30T09:00 or 2026-11-30T09:00:00+01:00.\n`,
  )
})

test.each([
  ['Europe/Berln', 'Did you mean Europe/Berlin?'],
  ['+02:00', 'Use an IANA name such as Europe/Berlin, America/New_York or UTC.'],
  ['Mars/Olympus Mons', 'Use an IANA name such as Europe/Berlin, America/New_York or UTC.'],
])('--tz %s is refused', async (tz, hint) => {
  expect(await refusal('--tz', tz)).toBe(`pixie: --tz is not a time zone (${tz}): ${hint}\n`)
})

test('--tz may be written in any case', async () => {
  expect((await shown('--tz', 'europe/berlin')).zone).toBe('Europe/Berlin')
})

test.each(['profile', 'now', 'tz', 'model'])('an empty --%s is refused', async (name) => {
  expect(await refusal(`--${name}`, '')).toContain(`pixie: --${name} needs a value: `)
})
