import { describe, expect, it } from 'vitest'
import type { Observance } from './ics-components.ts'
import { createZoneResolver } from './zones.ts'

const resolve = createZoneResolver(new Map(), 'Europe/Berlin')

describe('time zone names', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['/mozilla.org/20050126_1/Europe/Vienna', 'Europe/Vienna'],
    ['/freeassociation.sourceforge.net/America/New_York', 'America/New_York'],
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['Eastern Standard Time', 'America/New_York'],
    ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Berlin'],
    ['UTC', 'UTC'],
    ['tzone://Microsoft/Utc', 'UTC'],
    ['UTC+02:00', '+02:00'],
    ['GMT-0330', '-03:30'],
    ['+05:45', '+05:45'],
  ])('%s is %s', (tzid, zone) => {
    expect(resolve(tzid, 2026)).toBe(zone)
  })

  it.each([
    '',
    'Mars/Olympus',
    'Customized Time Zone',
    'tzone://Microsoft/Custom',
    'UTC+99:00',
    'my zone',
    'x"y',
    '(no TZ description)',
  ])('"%s" is unknown', (tzid) => {
    expect(resolve(tzid, 2026)).toBeNull()
  })

  const observance = (
    isDaylight: boolean,
    offsetMinutes: number,
    month: number,
    startYear = 1970,
  ): Observance => ({
    isDaylight,
    offsetMinutes,
    month,
    startYear,
  })

  it('are found by what the file says of them, the owner’s own first', () => {
    const central = [observance(false, 60, 10), observance(true, 120, 3)]
    const described = new Map([
      ['Customized Time Zone', central],
      [
        'East',
        [
          observance(false, -300, 11, 2007),
          observance(true, -240, 3, 2007),
          observance(false, -300, 10),
          observance(true, -240, 4),
        ],
      ],
      ['South', [observance(false, 600, 4), observance(true, 660, 10)]],
      ['Fixed', [observance(false, -210, 1)]],
      ['Nowhere', [observance(false, 60, 3), observance(true, 77, 10)]],
    ])
    const berlin = createZoneResolver(described, 'Europe/Berlin')
    expect(berlin('Customized Time Zone', 2026)).toBe('Europe/Berlin')
    expect(createZoneResolver(described, 'Europe/Rome')('Customized Time Zone', 2026)).toBe('Europe/Rome')
    expect(berlin('East', 2026)).toBe('America/New_York')
    expect(berlin('South', 2026)).toBe('Australia/Sydney')
    expect(berlin('Fixed', 2026)).toBe('-03:30')
    expect(berlin('Nowhere', 2026)).toBeNull()
  })
})
