import { expect, it } from 'vitest'
import { reportTimings } from './skills.ts'

it('is met when every timing is within its bound', () => {
  const timing = (measuredMs: number) => ({ what: 'Rename', mostMs: 50, measuredMs })
  expect(reportTimings([timing(49.96)])).toEqual({
    text: '| Without a model | expected | measured |\n| --- | --- | --- |\n| Rename | at most 50 ms | 50.0 ms |',
    isMet: true,
  })
  expect(reportTimings([timing(1), timing(51)]).isMet).toBe(false)
})
