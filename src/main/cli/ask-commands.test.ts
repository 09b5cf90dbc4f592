import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { RunEvent } from '../../shared/run-event.ts'
import type { Turn } from '../../shared/turn.ts'
import type { Agent, AskRequest } from '../agent.ts'
import { pixieWith, runCli } from './testing/run-cli.ts'

const source = {
  kind: 'file',
  id: '1',
  title: 'Passport\u001b[2J.pdf',
  path: '/docs/Passport.pdf',
  location: 'page 1',
  quote: 'No 42',
} as const

const turn: Turn = {
  answer: 'It is 42.',
  mode: 'plan',
  end: 'answered',
  replanned: false,
  plan: { handles: ['@search-info'], rationale: "I'll use @search-info.", tools: ['find_file'] },
  dispatches: [],
  sources: [source],
  tokens: { evaluated: 1, reused: 2, generated: 3, byRole: {} },
  ms: 4,
  model: 'toy',
  conversation: 'c',
  trace: 't',
}

const events: readonly RunEvent[] = [
  { type: 'plan', plan: turn.plan ?? expect.unreachable(), replanned: false },
  { type: 'pill', pill: { step: 1, label: 'Files', state: 'running', detail: '' } },
  { type: 'pill', pill: { step: 1, label: 'Files', state: 'done', detail: 'Passport.pdf' } },
]
const said = (text: string): RunEvent => ({ type: 'text-delta', text })

/** An agent that emits these events and ends with this turn. */
function answering(more: readonly RunEvent[], result: Turn = turn, asked: AskRequest[] = []) {
  const agent: Partial<Agent> = {
    async prepare() {
      return { id: 'toy', path: '', sha256: null }
    },
    async ask(request) {
      asked.push(request)
      for (const event of [...events, ...more]) request.emit(event)
      return result
    },
  }
  const openPixie = async () => pixieWith({ agent: agent as Agent }) // what these commands use
  return (...argv: string[]) => runCli(['ask', ...argv], { openPixie })
}

const sources = '  from Passport\uFFFD[2J.pdf, page 1\n    /docs/Passport.pdf\n'

it('streams the answer and then says where it is from; plan and pills are notes', async () => {
  const pixie = answering([said('It is '), said('42.')])
  expect(await pixie('number?')).toEqual({
    code: 0,
    stdout: `It is 42.\n${sources}`,
    stderr: "I'll use @search-info.\n[Files] Passport.pdf\n",
  })
  expect(await pixie('number?', '--quiet', '--no-stream')).toEqual({
    code: 0,
    stdout: `It is 42.\n${sources}`,
    stderr: '',
  })
})

it('follows a streamed text that did not hold with the one that does, and drives no terminal', async () => {
  const { stdout } = await answering([said('It is\u001b[31m 43.')])('number?')
  expect(stdout).toBe(`It is\uFFFD[31m 43.\nIt is 42.\n${sources}`)
})

it('gives the turn as JSON and nothing else', async () => {
  const { stdout, code } = await answering([said('It is 43.')])('number?', '--json')
  expect([code, JSON.parse(stdout)]).toEqual([0, turn])
})

it('a turn that failed is a refusal, in one line', async () => {
  const error = { code: 'stopped', message: 'Stopped.', hint: 'Ask again to continue.' } as const
  const pixie = answering([said('It')], { ...turn, answer: 'It', end: 'stopped', error })
  expect(await pixie('number?')).toMatchObject({
    code: 1,
    stdout: 'It\n',
    stderr: expect.stringMatching(/pixie: Stopped: Ask again to continue\.\n$/),
  })
})

it('is used wrongly with both or none of a question and tasks, and with two profiles', async () => {
  const pixie = answering([])
  for (const argv of [[], ['a', '--tasks', 'b'], ['a', '--sample', '--profile', 'c']])
    expect([argv, (await pixie(...argv)).code]).toEqual([argv, 2])
})

it('goes on with the conversation it is given, and asks each task in its own', async () => {
  const asked: AskRequest[] = []
  const pixie = answering([], turn, asked)
  await pixie('number?', '--conversation', 'c7')
  const folder = mkdtempSync(path.join(tmpdir(), 'pixie-ask-'))
  const file = path.join(folder, 'tasks.jsonl')
  writeFileSync(file, '{"id":1,"question":"a","conversation":"c8"}\n{"id":2}\n{"id":3,"question":"b"}\n')
  const lines = (await pixie('--tasks', file)).stdout.trim().split('\n')
  rmSync(folder, { recursive: true })
  expect(asked.map(({ question, conversation }) => [question, conversation])).toEqual([
    ['number?', 'c7'],
    ['a', 'c8'],
    ['b', null],
  ])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: 1, ...turn },
    { id: 2, error: { code: 'invalid-input' } },
    { id: 3, ...turn },
  ])
})
