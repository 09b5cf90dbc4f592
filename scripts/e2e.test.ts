import { expect, test } from 'vitest'
import { e2eCounts } from './e2e.ts'

const report = (stats: Record<string, number>, errors: unknown[] = []) =>
  JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors })

test('counts what Playwright reports; a spec that passed only at its second try has failed', () => {
  expect(e2eCounts(report({ expected: 5, unexpected: 1, flaky: 2, skipped: 3 }))).toEqual({
    passed: 5,
    failed: 3,
    skipped: 3,
  })
})

test('a spec file that could not be loaded is a failure', () => {
  expect(e2eCounts(report({ expected: 5 }, [{ message: 'SyntaxError' }]))).toMatchObject({
    passed: 5,
    failed: 1,
  })
})

test.each(['', 'null', '{}', 'oops'])('the report %j counts as a failure', (text) => {
  expect(e2eCounts(text)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})
