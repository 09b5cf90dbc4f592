/** How often the `test` tasks have been run: a file that only grows, so that nobody tunes on them unseen. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Header } from './trial.ts'

export const testRunsFile = fileURLToPath(new URL('./test-runs.json', import.meta.url))

const Runs = z.array(
  z.strictObject({
    startedAt: z.string(),
    system: z.string(),
    layer: z.string(),
    model: z.string(),
    commit: z.string(),
  }),
)

export function countTestRuns(file: string): number {
  return Runs.parse(JSON.parse(readFileSync(file, 'utf8'))).length
}

export function noteTestRun(file: string, { startedAt, system, layer, model, commit }: Header): void {
  const runs = Runs.parse(JSON.parse(readFileSync(file, 'utf8')))
  writeFileSync(file, `${JSON.stringify([...runs, { startedAt, system, layer, model, commit }], null, 2)}\n`)
}
