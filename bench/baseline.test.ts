import { describe, expect, it } from 'vitest'
import { type Baseline, keep, keptOf, type Taken, worseFigures, worseLine } from './baseline.ts'
import type { Figure, FigureId } from './figures.ts'

const run = { on: '2027-01-02', commit: 'abc123', machine: 'a quiet one' }
const empty: Baseline = { figures: [], evaluation: [] }

const taken = (id: FigureId, value: number, change: Partial<Taken> = {}): Taken => ({
  figures: [{ id, value }],
  model: 'm',
  yardstickMs: 10,
  ...change,
})

const kept = (id: FigureId, value: number) => keep(empty, taken(id, value), run)
const worse = (id: FigureId, before: number, now: number, change: Partial<Taken> = {}) =>
  worseFigures(kept(id, before), taken(id, now, change)).length

describe('a figure got worse', () => {
  it.each<[FigureId, number, number, number]>([
    ['skills.rename', 10, 11.9, 0],
    ['skills.rename', 10, 12.1, 1],
    ['skills.rename', 10, 2, 0],
    ['turns.reused', 90, 73, 0],
    ['turns.reused', 90, 71, 1],
    ['turns.reused', 50, 99, 0],
    ['app.memory', 300, 370, 1],
    ['speed.engine', 20, 15, 1],
  ])('%s: %d, then %d', (id, before, now, count) => {
    expect(worse(id, before, now)).toBe(count)
  })

  it('not when the difference is less than a clock and other programs make', () => {
    expect(worse('loop.idle.p50', 0.1, 0.9)).toBe(0)
    expect(worse('loop.idle.p50', 0.1, 1.2)).toBe(1)
  })

  it('not by the one longest wait of a run', () => {
    expect(worse('loop.idle.max', 3, 300)).toBe(0)
    expect(worse('loop.idle.p99', 3, 300)).toBe(1)
  })

  it('by times as multiples of the yardstick of their own run', () => {
    expect(worse('skills.rename', 10, 19, { yardstickMs: 20 })).toBe(0)
    expect(worse('skills.rename', 10, 11.5, { yardstickMs: 5 })).toBe(1)
    expect(worse('speed.engine', 20, 10, { yardstickMs: 20 })).toBe(0)
    expect(worse('app.memory', 300, 370, { yardstickMs: 20 })).toBe(1)
  })

  it('when it could not be taken any more', () => {
    const [found] = worseFigures(kept('app.open', 100), taken('app.open', Number.NaN))
    expect(found && worseLine(found)).toBe(
      'app.open could not be taken: – (kept: 100 ms, 2027-01-02, abc123)',
    )
  })

  it('is said by how much, beside what was kept', () => {
    const [found] = worseFigures(kept('turns.reused', 92.2), taken('turns.reused', 70))
    expect(found && worseLine(found)).toBe(
      'turns.reused got 24 % worse: 70.0 % (kept: 92.2 %, 2027-01-02, abc123)',
    )
  })

  it('not beside another model, nor where nothing was kept', () => {
    expect(worse('turns.reused', 90, 10, { model: 'other' })).toBe(0)
    expect(worse('skills.rename', 10, 50, { model: 'other' })).toBe(1)
    expect(worseFigures(empty, taken('turns.reused', 10))).toEqual([])
  })
})

describe('keeping', () => {
  it('replaces what was kept of the same figure on the same model, and nothing else', () => {
    const figures: Figure[] = [
      { id: 'turns.reused', value: 91 },
      { id: 'skills.rename', value: 14.00049 },
    ]
    const first = keep(empty, { ...taken('skills.rename', 0), figures }, run)
    const second = keep(first, taken('turns.reused', 80, { model: 'other' }), run)
    const third = keep(second, taken('turns.reused', 95), { ...run, commit: 'def456' })
    expect(third.figures.map(({ id, model, value, commit }) => [id, model, value, commit])).toEqual([
      ['skills.rename', null, 14, 'abc123'],
      ['turns.reused', 'm', 95, 'def456'],
      ['turns.reused', 'other', 80, 'abc123'],
    ])
    expect(keptOf(third, 'turns.reused', taken('turns.reused', 0))?.value).toBe(95)
  })

  it('leaves what could not be taken as it was', () => {
    const before = kept('app.open', 100)
    expect(keep(before, taken('app.open', Number.NaN), run)).toEqual(before)
  })
})
