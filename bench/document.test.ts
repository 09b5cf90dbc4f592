import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { keep, readBaseline } from './baseline.ts'
import { documentText, runTable } from './document.ts'
import { type FigureId, figureSpecs } from './figures.ts'
import { partNames, partOf } from './parts.ts'

const empty = { figures: [], evaluation: [] }

it('docs/benchmarks.md says what was kept', () => {
  const page = readFileSync(new URL('../docs/benchmarks.md', import.meta.url), 'utf8')
  expect(page).toBe(documentText(readBaseline()))
})

it('every figure belongs to a part, and every part has some', () => {
  const parts = (Object.keys(figureSpecs) as FigureId[]).map(partOf) // a closed literal
  expect(new Set(parts)).toEqual(new Set(partNames))
})

it('the page names every figure with its aim, measured or not', () => {
  const page = documentText(empty)
  for (const { what } of Object.values(figureSpecs)) expect(page).toContain(`| ${what} |`)
  expect(page).toContain(
    '| generation, of a bare evaluation loop’s speed | at least 95 % | not measured yet |',
  )
  expect(page).toContain('| whole task | qwen2.5-coder-0.5b-instruct | ≥ 80 % | not kept yet |')
})

it('the page gives value, ratio and verdict, a table a model', () => {
  const run = { on: '2027-01-02', commit: 'abc123', machine: 'a quiet one' }
  const turns = { figures: [{ id: 'turns.reused', value: 70 } as const], model: 'tiny', yardstickMs: 10 }
  const skills = { figures: [{ id: 'skills.rename', value: 14 } as const], model: null, yardstickMs: 10 }
  const page = documentText(keep(keep(empty, turns, run), skills, run))
  expect(page).toContain('`npm run bench -- --only turns --model tiny`')
  expect(page).toContain(
    '| prompt tokens reused in a warm turn | at least 85 % | 70.0 % |  | **missed** | 2027-01-02, abc123 |',
  )
  expect(page).toContain('| at most 50 ms | 14.0 ms | 1.40 × | met | 2027-01-02, abc123 |')
  expect(page).toContain('- a quiet one: abc123')
})

it('the table of a run has what was kept beside what was measured', () => {
  const run = { on: '2027-01-02', commit: 'abc123', machine: 'a quiet one' }
  const taken = { figures: [{ id: 'skills.rename', value: 20 } as const], model: null, yardstickMs: 10 }
  const kept = keep(empty, { ...taken, figures: [{ id: 'skills.rename', value: 14 }] }, run)
  expect(runTable('skills', taken, kept).split('\n').at(-1)).toBe(
    '| rename in 1,000 skills with 20 mentions each | at most 50 ms | 20.0 ms | 2.00 × | 14.0 ms |',
  )
})
