import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A file, what it holds, and the rule it breaks; null where it is allowed. */
const cases: readonly [file: string, code: string, rule: string | null][] = [
  ['src/shared/a.ts', "import 'zod'", null],
  ['src/shared/b.ts', "import 'node:fs'", 'no-restricted-imports'],
  ['src/shared/c.ts', "import 'temporal-polyfill'", 'no-restricted-imports'],
  [
    'src/shared/d.ts',
    "import type { X } from '../main/pixie.ts'\nexport type Y = X",
    'no-restricted-imports',
  ],
  ['src/shared/d.test.ts', "import 'vitest'", null],
  ['src/preload/a.ts', "import 'electron'", null],
  ['src/preload/b.ts', "import 'node:path'", 'no-restricted-imports'],
  ['src/preload/c.ts', "import '../main/pixie.ts'", 'no-restricted-imports'],
  ['src/renderer/a.tsx', "import 'react'\nimport '../shared/errors.ts'", null],
  ['src/renderer/b.ts', "import 'node:fs'", 'no-restricted-imports'],
  ['src/renderer/c.ts', "import 'electron'", 'no-restricted-imports'],
  ['src/renderer/d.ts', "import '../preload/index.ts'", 'no-restricted-imports'],
  ['src/renderer/e.ts', "import('../main/pixie.ts').catch(String)", 'no-restricted-imports'],
  ['src/main/index.ts', "import 'electron'", null],
  ['src/main/app/a.ts', "import 'electron'", null],
  ['src/main/ipc/register.ts', "import 'electron'", null],
  ['src/main/ipc/a.ts', "import 'electron'", 'no-restricted-imports'],
  ['src/main/a.ts', "import type { App } from 'electron'\nexport type B = App", 'no-restricted-imports'],
  ['src/main/a.test.ts', "import 'electron'", 'no-restricted-imports'],
  ['src/main/b.ts', "import './ipc/register.ts'", 'no-restricted-imports'],
  ['src/main/c.ts', "import 'react'", 'no-restricted-imports'],
  ['src/main/d.ts', "import './cli/main.ts'", 'no-restricted-imports'],
  ['src/main/e.ts', "import '../renderer/app.tsx'", 'no-restricted-imports'],
  ['src/main/cli/a.ts', "import './main.ts'\nimport '../harness/turn.ts'", null],
  ['src/main/store/a.ts', "import 'better-sqlite3'", null],
  ['src/main/notebook/a.ts', "import 'better-sqlite3'", 'no-restricted-imports'],
  ['src/main/model/llama.ts', "import 'node-llama-cpp'", null],
  ['src/main/model/llama-context.ts', "import 'node-llama-cpp'", null],
  ['src/main/model/wrappers/a.ts', "import 'node-llama-cpp'", null],
  ['src/main/model/a.ts', "import 'node-llama-cpp'", 'no-restricted-imports'],
  ['src/main/model/b.ts', "import '../harness/turn.ts'", 'no-restricted-imports'],
  ['src/main/store/b.ts', "import '../harness/turn.ts'", 'no-restricted-imports'],
  ['src/main/tools/a.ts', "import '../harness/turn.ts'", 'no-restricted-imports'],
  ['src/main/harness/a.ts', "import '../tools/tool.ts'\nimport '../model/engine.ts'", null],
  ['src/main/harness/b.ts', "import '../store/open.ts'", 'no-restricted-imports'],
  ['src/main/harness/c.ts', "import '../model/llama.ts'", 'no-restricted-imports'],
  ['src/main/harness/d.ts', "import '../testing/clock.ts'", 'no-restricted-imports'],
  ['src/main/harness/e.ts', "import 'fast-check'", 'no-restricted-imports'],
  ['src/main/harness/e.test.ts', "import 'fast-check'\nimport '../testing/clock.ts'", null],
  ['src/main/skills/a.ts', "import { b } from './b.ts'\nexport const a = () => b", 'no-cycle'],
  ['src/main/skills/b.ts', "import { a } from './a.ts'\nexport const b = () => a", 'no-cycle'],
  ['src/main/long.ts', `export {}\n${'// line\n'.repeat(400)}`, 'max-lines'],
  ['src/main/promise.ts', 'export function go() {\n  Promise.resolve(1)\n}', 'no-floating-promises'],
]

const Report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) })

let folder = ''
let found: readonly { code: string; filename: string }[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pixie-zones-'))
  for (const file of [
    'oxlint.config.ts',
    'tsconfig.base.json',
    'scripts/lint/import-zones.ts',
    'src/main/tsconfig.json',
  ]) {
    cpSync(join(root, file), join(folder, file))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, code] of cases) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${code}\n`)
  }
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json', 'src'], {
    cwd: folder,
    encoding: 'utf8',
  })
  found = Report.parse(JSON.parse(stdout)).diagnostics
})

afterAll(() => rmSync(folder, { recursive: true }))

test.each(cases.map(([file, code, rule]) => ({ file, rule, code: code.slice(0, 60) })))(
  '$file with $code breaks $rule',
  ({ file, rule }) => {
    const rules = found.filter((d) => d.filename === file).map((d) => /\((.*)\)/.exec(d.code)?.[1])
    expect([...new Set(rules)]).toEqual(rule === null ? [] : [rule])
  },
)
