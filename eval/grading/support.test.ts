import { expect, it } from 'vitest'
import { countUnsupported, unsupportedIn } from './support.ts'

const known =
  'Rent 845 € from 1 September 2024, landlord Augusto Queirós. Phone 912 555 730. Call 2027-03-19T13:00. Question: when?'

it.each([
  'The rent is 845 €.',
  'Since 1 September you pay Augusto Queirós 845 euros.',
  'The number is 912555730.',
  'On Friday 19 March 2027 at 1 pm.',
  'Say Augusto’s name.',
])('finds nothing to object to in %j', (answer) => {
  expect(unsupportedIn(answer, known)).toEqual({ numbers: [], dates: [], names: [] })
})

it('knows a day that follows a comma in a table', () => {
  const row = 'name,phone,until\nTope,0813 555 6642,2027-12-09,KJA'
  expect(countUnsupported(unsupportedIn('Until 9 December 2027.', row))).toBe(0)
  expect(countUnsupported(unsupportedIn('Until 8 December 2027.', row))).toBe(1)
})

it.each([
  ['The rent is 854 €.', 'numbers', ['854']],
  ['Since 1 September 2025.', 'dates', ['2025-9-1']],
  ['Since 11 September.', 'dates', ['--9-11']],
  ['Ask Vasco Queirós.', 'names', ['Vasco']],
  ['Come at 14:00.', 'numbers', ['14:00']],
] as const)('objects to what %j makes up', (answer, kind, made) => {
  expect(unsupportedIn(answer, known)[kind]).toEqual(made)
  expect(countUnsupported(unsupportedIn(answer, known))).toBe(made.length)
})
