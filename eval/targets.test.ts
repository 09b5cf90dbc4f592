import { describe, expect, it } from 'vitest'
import { keepEvaluation } from '../bench/baseline.ts'
import { keptAims } from './aims.ts'
import { betweenTargets } from './between.ts'
import { compare } from './compare.ts'
import { summarise } from './figures.ts'
import { report } from './report.ts'
import { sideBySide } from './side-by-side.ts'
import { modelTargets, targets } from './targets.ts'
import { failing, grades, header, trial } from './testing/trials.ts'
import type { Header } from './trial.ts'

const model = 'qwen2.5-coder-1.5b-instruct'

/** @param right of ten tasks */
function resultsOf(change: Partial<Header>, right: number, evaluated = 100) {
  const { cost } = trial('a')
  const trials = Array.from({ length: 10 }, (_, n) =>
    trial(`t${n}`, {
      cost: { ...cost, tokens: { ...cost.tokens, evaluated } },
      grades: n < right ? grades : failing,
    }),
  )
  return { header: { ...header, model, ...change }, trials }
}

function runOf(...parts: Parameters<typeof resultsOf>) {
  const { header: head, trials } = resultsOf(...parts)
  return summarise(head, trials, 0)
}

const verdicts = (run: ReturnType<typeof runOf>) =>
  Object.fromEntries(modelTargets(run).map(({ what, isMet }) => [what, isMet]))

describe('the aims of a model', () => {
  it('are met, missed, or not measured', () => {
    expect(verdicts(runOf({}, 8))).toEqual({
      'right handle': true,
      'right tool': true,
      'right arguments': true,
      'whole task': false,
      'declined rightly': null,
      'pass^8': null,
      'unsupported numbers, dates or names': true,
      'prompt tokens reused, a warm turn': false,
      'time outside the engine': null,
      'seconds a warm turn, median': true,
    })
    expect(report(runOf({}, 8))).toContain('| whole task | ≥ 90 % | 8 of 10 (49–94 %) | **missed** |')
    expect(report(runOf({}, 9))).toContain('| whole task | ≥ 90 % | 9 of 10 (60–98 %) | met |')
  })

  it('say of L1 alone only what L1 does', () => {
    expect(Object.keys(verdicts(runOf({ layer: 'route' }, 8)))).toEqual(['right handle'])
  })

  it.each([
    ['a model that has none', { model: 'other' }],
    ['an ablation', { system: 'pixie without replan' }],
    ['a peer', { system: 'chat, 6 tools' }],
  ])('are not those of %s', (_, change) => {
    expect(modelTargets(runOf(change, 10))).toEqual([])
  })
})

it('what was measured is kept with its run, and replaces what was kept of the same model', () => {
  const at = (commit: string) => runOf({ commit, startedAt: '2027-01-02T03:04:05.000Z' }, 9)
  const chat = runOf({ system: 'chat, 6 tools' }, 5, 200)
  const first = keepEvaluation({ figures: [], evaluation: [] }, keptAims([at('one'), chat]))
  expect(first.evaluation).toContainEqual({
    what: 'whole task',
    model,
    aim: '≥ 90 %',
    measured: '9 of 10 (60–98 %)',
    isMet: true,
    on: '2027-01-02',
    commit: 'one',
  })
  expect(first.evaluation.map(({ what }) => what)).toContain(
    'whole tasks above the better of the plain chats, 6 tools',
  )
  const second = keepEvaluation(first, keptAims([at('two')]))
  expect(second.evaluation).toHaveLength(first.evaluation.length)
  expect(second.evaluation.find(({ what }) => what === 'whole task')?.commit).toBe('two')
  expect(second.evaluation.find(({ what }) => what.startsWith('whole tasks above'))?.commit).toBe('one')
  expect(keptAims([chat])).toEqual([])
})

describe('Pixie beside its peers', () => {
  const own = runOf({}, 9)
  const chat = runOf({ system: 'chat, 6 tools' }, 5, 200)
  const repaired = runOf({ system: 'chat-repaired, 6 tools' }, 8)
  const between = (...runs: (typeof own)[]) =>
    betweenTargets(runs, targets.peers).map(({ measured, isMet }) => [measured, isMet])

  it('is held against the better of the two chats', () => {
    expect(between(own, chat)[0]).toEqual(['40.0 points', true])
    expect(between(own, repaired)[0]).toEqual(['10.0 points', false])
    expect(between(own, chat, repaired)[0]).toEqual(['10.0 points', false])
  })

  it('is held against the library’s chat in tokens and seconds, at as many tools', () => {
    expect(between(own, chat).slice(1)).toEqual([
      ['0.50 ×', true],
      ['1.00 ×', true],
    ])
    const at20 = {
      own: runOf({ system: 'pixie, 20 tools' }, 9),
      chat: runOf({ system: 'chat, 20 tools' }, 0),
    }
    expect(between(own, at20.own, at20.chat)).toEqual([
      ['1.00 ×', false],
      ['1.00 ×', false],
    ])
  })

  it('may lose little with fifty tools', () => {
    expect(between(own, runOf({ system: 'pixie, 50 tools' }, 9))).toEqual([['0.0 points', true]])
    expect(between(own, runOf({ system: 'pixie, 50 tools' }, 8))).toEqual([['10.0 points', false]])
  })

  it('is held against nothing on another model or other tasks', () => {
    expect(between(own, runOf({ system: 'chat, 6 tools', model: 'other' }, 1))).toEqual([])
    expect(between(own, runOf({ system: 'chat, 6 tools', tasks: 'test' }, 1))).toEqual([])
    expect(between(runOf({ system: 'pixie without replan' }, 9), chat)).toEqual([])
  })

  it('stands in one table with them, a column a system', () => {
    const both = compare(resultsOf({}, 9), resultsOf({}, 5))
    const text = sideBySide([own, chat], [both])
    expect(text).toContain('|  | pixie | chat, 6 tools |')
    expect(text).toContain('| whole task | 9 of 10 (60–98 %) | 5 of 10 (24–76 %) |')
    expect(text).toContain('| a warm turn: evaluated | 100 | 200 |')
    expect(text).toContain(
      '| whole tasks above the better of the plain chats, 6 tools | ≥ 20.0 points | 40.0 points | met |',
    )
    expect(text).toContain('| only this right / only the first (McNemar) | – | 0 / 4 of 10 (p 0.125) |')
    expect(text).not.toContain('| declined rightly | – |')
    expect(text).not.toContain('cannot be compared')
  })

  it('says which columns may not be laid side by side', () => {
    const text = sideBySide([own, runOf({ model: 'other', threads: '2', tasks: 'test' }, 9)], [])
    expect(text).toContain(`| pixie, ${model} | pixie, other |`)
    expect(text).toContain('Seconds cannot be compared: threads or processors differ.')
    expect(text).toContain('The columns are over different tasks or layers.')
  })
})
