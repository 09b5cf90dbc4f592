import { expect, test } from 'vitest'
import { defaultDataDir, type Machine } from '../data-dir.ts'
import { launchOptions } from './launch-options.ts'

const machine: Machine = { platform: 'linux', env: {}, home: '/home/mara' }

test('without options it is the profile, clock and model of the command line', async () => {
  expect(await launchOptions([], machine)).toMatchObject({
    dataDir: defaultDataDir(machine),
    given: { now: false, tz: false },
    model: null,
  })
})

test('options mean what they mean on the command line, wherever they stand', async () => {
  const options = await launchOptions(
    [
      '--inspect=0',
      '/app',
      '--profile',
      '/p',
      '--now=2026-11-30T09:00',
      '--tz',
      'Europe/Berlin',
      '--model=m',
    ],
    machine,
  )
  expect(options).toMatchObject({ dataDir: '/p', given: { now: true, tz: true }, model: 'm' })
  expect(options.clock.zone).toBe('Europe/Berlin')
  expect(new Date(options.clock.now()).toISOString()).toBe('2026-11-30T08:00:00.000Z')
})

test('what is meant for Chromium or comes from the system is left alone', async () => {
  const options = await launchOptions(
    [
      '.',
      '--no-sandbox',
      '--remote-debugging-port=0',
      '-psn_0_12345',
      '--lang',
      'de',
      'app://x',
      '--',
      'file',
    ],
    machine,
  )
  expect(options.dataDir).toBe(defaultDataDir(machine))
})

test.each([
  [['--profile'], '--profile needs a value'],
  [['--profile', '--tz', 'UTC'], '--profile needs a value'],
  [['--tz', 'Europe/Berln'], '--tz is not a time zone'],
  [['--now', 'tomorrow'], '--now is not an ISO 8601 time'],
])('%j is refused', async (argv, message) => {
  await expect(launchOptions(argv, machine)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(message),
  })
})
