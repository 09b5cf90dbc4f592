import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Counts } from './counts.ts'
import { countsOf, runSteps, type Step } from './steps.ts'

let printed = ''
beforeEach(() => {
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

const step = (title: string, passed: number, failed = 0, skipped = 0): Step => ({
  title,
  run: async (): Promise<Counts> => ({ passed, failed, skipped }),
})

test('sums the counts of all steps and ends with them alone on the last line', async () => {
  expect(await runSteps([step('Lint', 1), step('Tests', 41)])).toBe(0)
  expect(printed.trimEnd().split('\n').at(-1)).toBe('42 passed, 0 failed')
  expect(printed).toContain('=== Lint')
})

test('goes on after a failing step and ends with code 1', async () => {
  expect(await runSteps([step('Lint', 0, 1), step('Tests', 40, 2, 3)])).toBe(1)
  expect(printed).toContain('FAILED   Lint')
  expect(printed.trimEnd().split('\n').slice(-2)).toEqual(['3 skipped', '40 passed, 3 failed'])
})

test('a step that breaks counts as one failure and the others still run', async () => {
  const broken: Step = { title: 'Broken', run: () => Promise.reject(new Error('no such program')) }
  expect(await runSteps([broken, step('Tests', 1)])).toBe(1)
  expect(printed).toContain('no such program')
  expect(printed.trimEnd().endsWith('1 passed, 1 failed')).toBe(true)
})

test('reads the totals of a Vitest report, and counts files that could not be loaded', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{}, {}] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  }
  expect(countsOf(JSON.stringify(report))).toEqual({ passed: 5, failed: 2, skipped: 3 })
})

test.each(['', 'null', '{}', '{"numPassedTests":"5"}', 'oops'])(
  'the report %j counts as a failure',
  (report) => {
    expect(countsOf(report)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  },
)
