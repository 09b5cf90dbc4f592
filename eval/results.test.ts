import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readResults } from './results.ts'
import { header, trial } from './testing/trials.ts'

let file = ''
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'pixie-results-')), 'run.jsonl')
})
afterEach(() => rmSync(join(file, '..'), { recursive: true }))

const write = (...lines: unknown[]) =>
  writeFileSync(
    file,
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  )

it('reads what runs of before the engine was timed wrote, and newer ones beside', () => {
  const { cost } = trial('a')
  write(header, trial('a'), trial('b', { cost: { ...cost, engineMs: 1900 } }))
  expect(readResults(file).trials.map(({ cost: { engineMs } }) => engineMs)).toEqual([undefined, 1900])
})

it.each([
  ['nothing', [], 'the file holds no results'],
  ['something else', ['no JSON'], 'this is no line of a results file'],
  ['no header', [trial('a')], 'this is no line of a results file'],
])('refuses a file that holds %s', (_, lines, what) => {
  write(...lines)
  expect(() => readResults(file)).toThrow(what)
})

it('says which line is wrong', () => {
  write(header, trial('a'), { type: 'trial' })
  expect(() => readResults(file)).toThrow(`${file}:3`)
})
