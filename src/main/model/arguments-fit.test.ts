import { describe, expect, it } from 'vitest'
import type { ArgumentsSchema } from '../../shared/json-schema.ts'
import { cutToFit, fitArguments } from './arguments-fit.ts'

const schema: ArgumentsSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', maxLength: 3 },
    tool: { type: 'string', enum: ['a', 'b'] },
    start: { type: 'string', format: 'date' },
    devices: { type: 'array', items: { type: 'string', maxLength: 2 }, maxItems: 2 },
  },
}
const good = { query: 'abc', tool: 'a', start: '2026-11-30', devices: ['x', 'yz'] }

describe('arguments', () => {
  it('that fit come back', () => {
    expect(fitArguments(good, schema)).toEqual({ ok: true, args: good })
  })

  it('are measured in characters, so an emoji is one', () => {
    expect(fitArguments({ ...good, query: '😀😀😀' }, schema)).toMatchObject({ ok: true })
  })

  it.each([
    [{ ...good, query: 'abcd' }, '"query" is longer than 3'],
    [{ ...good, query: 7 }, '"query" is not a string'],
    [{ ...good, query: undefined }, '"query" is missing'],
    [{ ...good, tool: 'c' }, '"tool" is none of a, b'],
    [{ ...good, start: '2026-13-01' }, '"start" is not a date'],
    [{ ...good, devices: 'x' }, '"devices" is not a list'],
    [{ ...good, devices: ['a', 'b', 'c'] }, '"devices" has more than 2 items'],
    [{ ...good, devices: ['abc'] }, '"devices" has an item that is longer than 2'],
    [{ ...good, other: 'x' }, '"other" is not an argument'],
    [null, 'not an object'],
    [[], 'not an object'],
  ])('that do not fit are named: %j', (args, problem) => {
    expect(fitArguments(args, schema)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) })
  })

  it('are cut where they are too long, and only there', () => {
    expect(cutToFit({ ...good, query: 'a😀😀😀', devices: ['abc'] }, schema)).toEqual({
      ...good,
      query: 'a😀😀',
      devices: ['ab'],
    })
    expect(cutToFit(null, schema)).toBeNull()
  })
})
