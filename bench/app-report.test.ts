import { expect, it } from 'vitest'
import { appReport, type Figure } from './app-report.ts'
import { median, within } from './times.ts'

const figure = (measured: number, most: number | null = 50): Figure => ({
  what: 'A key',
  most,
  unit: 'ms',
  measured,
})

it('says of each figure what is expected and what was measured', () => {
  expect(appReport('The app', [figure(49.96), figure(812.4, null)])).toEqual({
    text: [
      '| The app | expected | measured |',
      '| --- | --- | --- |',
      '| A key | at most 50 ms | 50.0 ms |',
      '| A key |  | 812 ms |',
    ].join('\n'),
    isMet: true,
  })
})

it.each([
  ['one is above its bound', 51],
  ['one could not be taken', Number.NaN],
])('is not met when %s', (_, measured) => {
  expect(appReport('The app', [figure(1), figure(measured)]).isMet).toBe(false)
})

it('takes the time that a share of the runs stayed within', () => {
  const times = [5, 1, 4, 2, 3]
  expect([median(times), within(0.95, times), within(0.2, times)]).toEqual([3, 5, 1])
  expect(median([])).toBeNaN()
})
