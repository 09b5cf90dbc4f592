import { expect, test } from 'vitest'
import { beforehandText, memoryText, percent, rateText, sizeText, timeText } from './amounts.ts'

test.each([
  [300, '1 kB'],
  [98_362_432, '98 MB'],
  [999_600_000, '1.00 GB'],
  [1_117_320_768, '1.12 GB'],
  [24_000_000_000, '24.0 GB'],
])('a file of %d bytes is %s', (bytes, text) => expect(sizeText(bytes)).toBe(text))

test.each([
  [4 * 2 ** 30, '4 GB'],
  [8_200_000_000, '7.6 GB'],
  [16.6e9, '15 GB'],
  [17_179_869_184, '16 GB'],
  [2_200_000_000, '2 GB'],
  [2_600_000_000, '2.4 GB'],
])('memory of %d bytes is %s', (bytes, text) => expect(memoryText(bytes)).toBe(text))

test('rates, times and shares', () => {
  expect([rateText(400_000), rateText(11_300_000)]).toEqual(['0.4 MB/s', '11 MB/s'])
  expect([timeText(38.2), timeText(100), timeText(4800)]).toEqual(['39 s', '2 min', '1 h 20 min'])
  expect(beforehandText(1_117_320_768)).toBe('about 2 min at 10\u00a0MB/s')
  expect([percent(999, 1000), percent(1000, 1000), percent(5, 0)]).toEqual([99, 100, 0])
})
