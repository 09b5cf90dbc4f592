/**
 * Who may import whom (docs/decisions and the module map say why). Each folder lists what it must not import;
 * the linter reads this table, so a wrong import fails `npm run check`, type-only and dynamic imports included.
 */
import type { OxlintOverride } from 'oxlint'

/** Matched against the specifier as written: `../harness/turn.ts`, `electron`. `groups` are gitignore patterns, `!` allows again. */
interface Ban {
  readonly regexes?: readonly string[]
  readonly groups?: readonly string[]
  readonly message: string
}

const bans = {
  outsideShared: {
    regexes: ['(^|/)(main|preload|renderer|scripts|e2e)/'],
    groups: ['*', '!zod', '!zod/**', '!./**', '!../**'],
    message: 'shared runs anywhere: it imports only shared and zod.',
  },
  node: { regexes: ['^node:'], message: 'No Node here: ask main through the contract.' },
  otherProcess: {
    regexes: ['(^|/)(main|preload|renderer)/'],
    message: 'Processes meet only in src/shared: import the contract instead.',
  },
  electron: {
    regexes: ['^electron($|/)'],
    message:
      'Electron is known only to main/{index,window,protocol,menu}.ts, main/app, main/ipc/register.ts and preload.',
  },
  sqlite: {
    regexes: ['^better-sqlite3($|/)'],
    message: 'better-sqlite3 has one home, main/store: take a Db from there.',
  },
  llama: {
    regexes: ['^node-llama-cpp($|/)'],
    message:
      'node-llama-cpp has one home, main/model/llama*.ts and main/model/wrappers: take an Engine instead.',
  },
  react: { regexes: ['^react(-dom)?($|/)'], message: 'React lives in the renderer only.' },
  harness: { regexes: ['(^|/)harness/'], message: 'Tools, store and model know nothing of the harness.' },
  commandLine: {
    regexes: ['(^|/)cli(/|\\.ts$)'],
    message: 'Only the command line imports the command line.',
  },
  ipc: { regexes: ['(^|/)ipc/'], message: 'Only main/index.ts imports the IPC.' },
  stores: {
    groups: ['../**/store/**', '../**/model/**', '!../**/model/engine.ts', '!../**/model/profile.ts'],
    message: 'The harness takes ports: no store, and of the model only engine.ts and profile.ts.',
  },
  testing: { regexes: ['(^|/)testing/'], message: 'Code that ships does not import test helpers.' },
  testLibraries: {
    regexes: ['^(vitest|fast-check|playwright-core)($|/)'],
    message: 'Test libraries belong in *.test.ts and testing/.',
  },
} as const satisfies Record<string, Ban>

type BanName = keyof typeof bans

interface Zone {
  readonly files: readonly string[]
  readonly bans: readonly BanName[]
}

const shipped = ['testing', 'testLibraries'] as const
const belowTheWindow = [...shipped, 'otherProcess', 'electron', 'sqlite', 'llama', 'react', 'ipc'] as const
const without = (names: readonly BanName[], ...allowed: BanName[]) =>
  names.filter((name) => !allowed.includes(name))

/** A file is held to the last zone that matches it. */
const zones: readonly Zone[] = [
  { files: ['src/shared/**'], bans: [...shipped, 'outsideShared'] },
  { files: ['src/preload/**'], bans: [...shipped, 'otherProcess', 'node', 'sqlite', 'llama', 'react'] },
  { files: ['src/renderer/**'], bans: [...shipped, 'otherProcess', 'node', 'electron', 'sqlite', 'llama'] },
  { files: ['src/main/**'], bans: [...belowTheWindow, 'commandLine'] },
  { files: ['src/main/cli.ts', 'src/main/cli/**'], bans: belowTheWindow },
  { files: ['src/main/harness/**'], bans: [...belowTheWindow, 'commandLine', 'stores'] },
  { files: ['src/main/tools/**', 'src/main/model/**'], bans: [...belowTheWindow, 'commandLine', 'harness'] },
  {
    files: ['src/main/store/**'],
    bans: [...without(belowTheWindow, 'sqlite'), 'commandLine', 'harness'],
  },
  {
    files: ['src/main/model/llama*.ts', 'src/main/model/wrappers/**'],
    bans: [...without(belowTheWindow, 'llama'), 'commandLine', 'harness'],
  },
  {
    files: ['src/main/ipc/**'],
    bans: [...without(belowTheWindow, 'ipc'), 'commandLine'],
  },
  {
    files: ['src/main/{index,window,protocol,menu}.ts', 'src/main/app/**', 'src/main/ipc/register.ts'],
    bans: [...without(belowTheWindow, 'electron', 'ipc'), 'commandLine'],
  },
  // Tests run without Electron; apart from that they may reach for what they need.
  { files: ['src/**/*.test.{ts,tsx}', 'src/**/testing/**'], bans: ['electron'] },
]

/** The zones as the linter's per-folder overrides. */
export function zoneOverrides(): OxlintOverride[] {
  return zones.map((zone) => ({
    files: [...zone.files],
    rules: {
      'no-restricted-imports': ['error', { patterns: zone.bans.flatMap((name) => patterns(bans[name])) }],
    },
  }))
}

function patterns({ regexes = [], groups, message }: Ban) {
  const byRegex = regexes.map((regex) => ({ regex, message }))
  return groups === undefined ? byRegex : [...byRegex, { group: [...groups], message }]
}
