import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Command } from './command.ts'
import { runCli } from './testing/run-cli.ts'

const base = { summary: 'A made-up command', args: [], example: 'pixie', run: async () => null } as const

const commands: readonly Command[] = [
  { ...base, name: 'notebook add', options: { kind: { type: 'string', value: 'K', help: '' } } },
  { ...base, name: 'notebook list', options: {} },
  {
    ...base,
    name: 'ask',
    options: {
      tasks: { type: 'string', value: 'FILE.jsonl', help: '' },
      'no-stream': { type: 'boolean', help: '' },
    },
  },
]

let script = ''
let folder = ''
beforeAll(async () => {
  script = (await runCli(['completion', 'bash'], { commands })).stdout
  folder = mkdtempSync(join(tmpdir(), 'pixie-completion-'))
  mkdirSync(join(folder, 'docs'))
  mkdirSync(join(folder, 'my papers'))
  writeFileSync(join(folder, 'dates.jsonl'), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What bash offers when Tab is pressed at the end of these words. */
function offered(...words: string[]): string[] {
  const press = `${script}
    COMP_WORDS=(pixie "$@"); COMP_CWORD=$#
    _pixie pixie
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const out = execFileSync('bash', ['-c', press, 'bash', ...words], { encoding: 'utf8', cwd: folder })
  return out
    .split('\n')
    .filter((line) => line !== '')
    .sort()
}

test('bash accepts the script and ties it to pixie', () => {
  const out = execFileSync('bash', ['-euc', `${script}\ncomplete -p pixie`], { encoding: 'utf8' })
  expect(out).toBe('complete -o default -F _pixie pixie\n')
})

test('offers first words, then second words', () => {
  expect(offered('')).toEqual(['ask', 'completion', 'help', 'notebook'])
  expect(offered('no')).toEqual(['notebook'])
  expect(offered('notebook', '')).toEqual(['add', 'list'])
  expect(offered('--tz', 'UTC', 'notebook', 'l')).toEqual(['list'])
  expect(offered('help', 'notebook', '')).toEqual(['add', 'list'])
  expect(offered('completion', '')).toEqual(['bash', 'zsh'])
})

test('offers the options of the command that is there, and the common ones', () => {
  expect(offered('notebook', 'add', '--k')).toEqual(['--kind'])
  expect(offered('notebook', 'list', '--k')).toEqual([])
  expect(offered('ask', 'my question', '--no')).toEqual(['--no-stream', '--now'])
  expect(offered('ask', '--')).toContain('--profile')
  expect(offered('--v')).toEqual(['--version'])
})

test('offers folders and files after options that take them', () => {
  expect(offered('ask', '--profile', 'd')).toEqual(['docs'])
  expect(offered('ask', '--profile', 'my')).toEqual(['my papers'])
  expect(offered('ask', '--tasks', 'd')).toEqual(['dates.jsonl', 'docs'])
  expect(offered('ask', '--tasks', join(folder, 'da'))).toEqual([join(folder, 'dates.jsonl')])
})

test('the value of an option is not taken for a command word', () => {
  expect(offered('notebook', '--profile', 'docs', 'a')).toEqual(['add'])
})

test('the script for zsh is the same one behind the bridge of zsh', async () => {
  const zsh = (await runCli(['completion', 'zsh'], { commands })).stdout
  expect(zsh).toContain('bashcompinit\n_pixie() {')
})
