import { expect, it } from 'vitest'
import { ask, fakeTool, note, planned, says, saysNo } from './testing/fixtures.ts'

const question = 'What colour is my bicycle?'

it('binds the tools of the plan under their schemas where there are no tool-agents', async () => {
  const tools = [fakeTool('check_notebook', [note('The bicycle is green.')]), fakeTool('list_devices')]
  const { turn, engine, tags } = await ask(question, {
    tools,
    switches: { toolAgents: false },
    script: [
      ...planned('@search-info'),
      { role: 'l2', rounds: [{ call: 'check_notebook', args: { query: 'bicycle' } }] },
      ...says('Your bicycle is green.'),
    ],
  })
  engine.assertDone()
  expect(tags).toEqual(['planner', 'l2', 'answer'])
  expect(turn).toMatchObject({ answer: 'Your bicycle is green.', end: 'answered' })
  expect(turn.dispatches).toMatchObject([
    { step: 1, tool: 'check_notebook', arguments: { query: 'bicycle' }, outcome: 'ran' },
  ])
  const l2 = engine.specs.find(({ role }) => role === 'l2')
  expect(l2?.tools?.map(({ name, description }) => [name, description])).toEqual([
    ['check_notebook', 'The schema text of check_notebook.'],
  ])
  expect(l2?.instructions).not.toContain('check_notebook(query)')
})

it('asks skipped tools with the question where there are no tool-agents', async () => {
  const files = fakeTool('find_file')
  const { engine } = await ask(question, {
    tools: [fakeTool('check_notebook'), files],
    switches: { toolAgents: false, replan: false },
    script: [
      ...planned('@search-info'),
      { role: 'l2', rounds: [{ call: 'check_notebook', args: { query: 'bicycle' } }, { text: 'No.' }] },
    ],
  })
  engine.assertDone()
  expect(files.runs.map(({ args }) => args)).toEqual([{ query: question }])
})

it('offers further tools to L2 by their lines, and never runs one that L2 did not call', async () => {
  const further = { ...fakeTool('grep_memory'), signature: 'grep_memory(query) — a further tool' }
  const { turn, engine } = await ask(question, {
    tools: [fakeTool('check_notebook', [note('The lamp is red.')])],
    furtherTools: [further],
    switches: { replan: false },
    script: [
      ...planned('@search-info'),
      {
        role: 'l2',
        rounds: [
          { call: 'call_tool', args: { tool: 'check_notebook', instruction: 'the colour' } },
          { text: 'Nothing.' },
        ],
      },
      { role: 'l3', rounds: [{ call: 'check_notebook', args: { query: 'bicycle' } }] },
      saysNo,
    ],
  })
  const l2 = engine.specs.find(({ role }) => role === 'l2')
  expect(l2?.instructions).toContain('\ngrep_memory(query) — a further tool')
  expect(JSON.stringify(l2?.tools)).toContain('"check_notebook","grep_memory"')
  expect(further.runs).toEqual([])
  expect(turn).toMatchObject({ end: 'not-found', plan: { tools: ['check_notebook'] } })
})
