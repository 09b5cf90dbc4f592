import { describe, expect, it } from 'vitest'
import type { ScriptedStep } from '../model/scripted-engine.ts'
import type { ScriptedRound } from '../model/scripted-steps.ts'
import { agent, ask, fakeTool, file, logLine, note, planned, says } from './testing/fixtures.ts'

const callFor = (tool: string, instruction: string): ScriptedRound => ({
  call: 'call_tool',
  args: { tool, instruction },
})
const l2 = (...rounds: ScriptedRound[]): ScriptedStep => ({ role: 'l2', rounds })
const stop = { text: 'Nothing.' }
const twoHandles = [
  { slug: 'search-info', examples: [] },
  { slug: 'other', examples: [] },
]

describe('after as many calls of L2 as the profile gives it', () => {
  const question = 'What colour is the bassoon case?'
  const never = callFor('check_notebook', 'the case once more')
  const script = (rounds: readonly ScriptedRound[]): ScriptedStep[] => [
    ...planned('@search-info'),
    l2(...rounds, never),
    agent('check_notebook', 'bassoon case'),
  ]
  const empty = () => [fakeTool('check_notebook'), fakeTool('find_file'), fakeTool('grep_memory')] as const

  it("the runtime asks the skill's other tools in their order, with the person's own words", async () => {
    const [notebook, files, memory] = empty()
    const { turn, engine } = await ask(question, {
      tools: [notebook, files, memory],
      profile: { followerCalls: 1 },
      switches: { replan: false },
      script: script([callFor('check_notebook', 'the colour of the case')]),
    })
    engine.assertDone()
    expect(turn.dispatches.map(({ tool, instruction }) => [tool, instruction])).toEqual([
      ['check_notebook', 'the colour of the case'],
      ['find_file', question],
      ['grep_memory', question],
    ])
    expect([notebook, files, memory].map(({ runs }) => runs.length)).toEqual([1, 1, 1])
    expect(turn.end).toBe('not-found')
  })
  it('what L2 brought is kept: it is asked about when every place was looked at', async () => {
    const tools = [
      fakeTool('check_notebook', [note('The bassoon case is teal', 'Music')]),
      fakeTool('find_file'),
    ]
    const { turn, engine } = await ask(question, {
      tools,
      profile: { followerCalls: 1 },
      script: [...script([callFor('check_notebook', 'the colour')]), ...says('It is teal.')],
    })
    engine.assertDone()
    expect(turn).toMatchObject({ answer: 'It is teal.', end: 'answered', replanned: false })
  })
  it('without a limit L2 goes on', async () => {
    const { turn, engine } = await ask(question, {
      tools: empty().slice(0, 1),
      switches: { replan: false },
      script: [...script([callFor('check_notebook', 'the colour')]), agent('check_notebook')],
    })
    expect(turn.dispatches).toHaveLength(2)
    expect(engine.specs.filter(({ role }) => role === 'l2')).toHaveLength(1)
  })
  it('counts the calls of tools that L2 has bound itself', async () => {
    const [notebook, files] = empty()
    const { engine } = await ask(question, {
      tools: [notebook, files],
      profile: { followerCalls: 1 },
      switches: { replan: false, toolAgents: false },
      script: [
        ...planned('@search-info'),
        l2({ call: 'check_notebook', args: { query: 'case' } }, { call: 'find_file', args: { query: 'x' } }),
      ],
    })
    engine.assertDone()
    expect(files.runs.map(({ args }) => args)).toEqual([{ query: question }])
  })
})

describe('a profile that scores the first call', () => {
  const question = 'What colour is the bassoon case?'
  const profile = { followerCalls: 1, followerChoice: 'scored' } as const

  it('asks the likeliest tool with the words of the person, then the others, and lets L2 generate nothing', async () => {
    const tools = [fakeTool('check_notebook'), fakeTool('find_file'), fakeTool('grep_memory')]
    const { turn, engine, tags } = await ask(question, {
      tools,
      profile,
      switches: { replan: false },
      script: [
        ...planned('@search-info'),
        { role: 'l2', score: { find_file: 0.6 } },
        agent('find_file', 'bassoon case'),
      ],
    })
    engine.assertDone()
    expect(tags).toEqual(['planner', 'l2', 'l3.find_file.1'])
    expect(turn.dispatches.map(({ tool, instruction }) => [tool, instruction])).toEqual([
      ['find_file', question],
      ['check_notebook', question],
      ['grep_memory', question],
    ])
    const scored = engine.calls.find(({ spec }) => spec.role === 'l2')
    expect(scored?.candidates).toEqual(['check_notebook', 'find_file', 'grep_memory'])
    expect(scored?.replyStart).toContain('"call_tool"')
    // Words that are the instruction already are not told twice.
    expect(engine.calls.find(({ spec }) => spec.role === 'l3')?.input).toBe(question)
  })
  it('has nothing to choose with one tool', async () => {
    const { turn, engine, tags } = await ask(question, {
      tools: [fakeTool('find_file', [file('The bassoon case is teal.')])],
      profile,
      script: [...planned('@search-info'), agent('find_file', 'bassoon case'), ...says('It is teal.')],
    })
    engine.assertDone()
    expect(tags).toEqual(['planner', 'l3.find_file.1', 'answer'])
    expect(turn).toMatchObject({ answer: 'It is teal.', end: 'answered' })
  })
  it('still has L2 write where its own words may be the answer', async () => {
    const { turn, engine } = await ask('Say something kind', {
      tools: [],
      profile,
      script: [...planned('@search-info'), { role: 'l2', text: 'You did well today.' }],
    })
    engine.assertDone()
    expect(turn.answer).toBe('You did well today.')
  })
})

describe('a profile that has open calls crafted only', () => {
  const profile = { craftedCalls: 'open' } as const
  const known = { start: '2027-03-12', end: '2027-03-12' }
  const run = async (tool: ReturnType<typeof fakeTool>) => {
    const { engine, tags } = await ask('What is on Friday?', {
      tools: [tool, fakeTool('find_file')],
      profile,
      switches: { replan: false, earlyAnswer: false, skippedTools: false },
      script: [
        ...planned('@search-info'),
        l2(callFor(tool.name, 'look at Friday'), stop),
        agent(tool.name, 'Friday'),
      ],
    })
    return { engine, tags }
  }
  it('starts no agent for a tool without arguments', async () => {
    const tool = fakeTool('current_date')
    expect((await run(tool)).tags).toEqual(['planner', 'l2'])
    expect(tool.runs).toHaveLength(1)
  })
  it('starts none for arguments that code knows, which reads the instruction too', async () => {
    const tool = { ...fakeTool('queryCalendar'), resolveArguments: () => known }
    expect((await run(tool)).tags).toEqual(['planner', 'l2'])
    expect(tool.runs.map(({ args, context }) => [args, context.instruction])).toEqual([
      [known, 'look at Friday'],
    ])
  })
  it('starts one for any other', async () => {
    const tool = fakeTool('check_notebook')
    expect((await run(tool)).tags).toEqual(['planner', 'l2', 'l3.check_notebook.1'])
  })
})

describe('a second plan', () => {
  const question = 'What colour is the bassoon case?'
  it('is run without L2 where the profile limits its calls', async () => {
    const [notebook, files] = [fakeTool('check_notebook'), fakeTool('find_file')]
    const { turn, engine, tags } = await ask(question, {
      tools: [notebook, files],
      menu: twoHandles,
      profile: { followerCalls: 1 },
      script: [
        ...planned('@search-info'),
        l2(callFor('check_notebook', 'the colour')),
        agent('check_notebook'),
      ],
    })
    engine.assertDone()
    expect(tags).toEqual(['planner', 'l2', 'l3.check_notebook.1'])
    expect(turn).toMatchObject({ end: 'not-found', replanned: true })
    expect(turn.dispatches.slice(2).map(({ tool, instruction }) => [tool, instruction])).toEqual([
      ['check_notebook', question],
      ['find_file', question],
    ])
  })
  it('is followed by L2 where the profile does not', async () => {
    const { engine } = await ask(question, {
      tools: [fakeTool('check_notebook')],
      menu: twoHandles,
      script: [
        ...planned('@search-info'),
        ...['@search-info', '@other'].flatMap((handle) => [
          { ...l2(callFor('check_notebook', 'the colour'), stop), expectInput: new RegExp(handle) },
          agent('check_notebook'),
        ]),
      ],
    })
    engine.assertDone()
  })
})

describe('a lead', () => {
  const question = 'What is the phone number of the theremin tuner?'
  const who = note('The theremin tuner is Brannoch', 'The theremin…')
  const script = [
    ...planned('@search-info'),
    l2(callFor('check_notebook', 'number of the tuner'), stop),
    agent('check_notebook', 'theremin tuner'),
  ]
  const notebook = () =>
    fakeTool('check_notebook', (query) =>
      query.startsWith('brannoch') ? [note('Brannoch: 12 reeds')] : [who],
    )
  const files = () =>
    fakeTool('find_file', (query) =>
      query.startsWith('brannoch') ? [file('Brannoch: phone number 555 0101', 'contacts.txt')] : [],
    )

  it('is followed under the names that it gives, through all places before the model is asked', async () => {
    const tools = [notebook(), files()]
    const { turn, engine } = await ask(question, {
      tools,
      script: [
        ...script,
        { role: 'answer', score: { 'Yes:': 0.9 }, expectInput: /Brannoch: phone number 555 0101/ },
        { role: 'answer', text: 'It is 555 0101.' },
      ],
    })
    engine.assertDone()
    expect(turn).toMatchObject({ answer: 'It is 555 0101.', end: 'answered', replanned: false })
    for (const { runs } of tools) expect(runs.at(-1)?.args).toEqual({ query: 'brannoch phone number' })
  })
  it('is not followed where bridges are switched off', async () => {
    const tools = [notebook(), files()]
    const { turn, engine } = await ask(question, { tools, switches: { bridges: false }, script })
    engine.assertDone()
    expect(turn.end).toBe('not-found')
    expect(tools.flatMap(({ runs }) => runs).map(({ args }) => args)).toEqual([
      { query: 'theremin tuner' },
      { query: question },
    ])
  })
})

describe('reading through the notebook', () => {
  const notebook = () =>
    fakeTool('check_notebook', (query) => (query === '' ? [note('I keep two kittens', 'Home')] : []))
  const script = [
    ...planned('@search-info'),
    l2(callFor('check_notebook', 'whether the user likes it'), stop),
    agent('check_notebook', 'fond of cats'),
  ]
  const asked = async (question: string, answer: readonly ScriptedStep[] = []) => {
    const tool = notebook()
    const { turn, engine } = await ask(question, {
      tools: [tool],
      switches: { replan: false },
      script: [...script, ...answer],
    })
    engine.assertDone()
    return { turn, queries: tool.runs.map(({ args }) => args) }
  }
  it('is the last resort for a question about the asker', async () => {
    const { turn, queries } = await asked('Am I fond of cats?', says('You keep two kittens.'))
    expect(turn).toMatchObject({ answer: 'You keep two kittens.', sources: [{ title: 'Home' }] })
    expect(queries).toEqual([{ query: 'fond of cats' }, { query: '' }])
  })
  it('is not done for anybody else, nor where a figure or a day is asked for', async () => {
    for (const question of ['Is Odalys fond of cats?', 'How many cats do I have?', 'When did I buy a cat?'])
      expect((await asked(question)).queries).toHaveLength(1)
  })
  it('has its call of the notebook left, however many leads there are', async () => {
    const question = 'Am I fond of cats?'
    const found = new Map([
      ['', note('I keep two kittens', 'Home')],
      ['fond of cats', note('The cats of Brannoch', 'Cats')],
    ])
    const notebook = fakeTool('check_notebook', (query) => [found.get(query) ?? []].flat())
    const files = fakeTool('find_file', (query) => (query === question ? [file('Cats that Odalys has')] : []))
    const no = { role: 'answer', score: { 'Yes:': 0.1 } } as const
    const { turn, engine } = await ask(question, {
      tools: [notebook, files],
      switches: { replan: false },
      script: [...script, no, no, ...says('You keep two kittens.')],
    })
    engine.assertDone()
    expect(turn.answer).toBe('You keep two kittens.')
    expect(notebook.runs.map(({ args }) => args)).toEqual([
      { query: 'fond of cats' },
      { query: 'brannoch fond' },
      { query: '' },
    ])
  })
  it('does not come before what the other tools bring', async () => {
    const tools = [notebook(), fakeTool('grep_memory', [logLine('I am fond of cats since school')])]
    const { turn, engine } = await ask('Am I fond of cats?', {
      tools,
      script: [...script, ...says('Since school.')],
    })
    engine.assertDone()
    expect(turn.answer).toBe('Since school.')
    expect(tools[0]?.runs).toHaveLength(1)
  })
})

it('a source that may fit is asked about as soon as every place was looked at, which ends L2', async () => {
  const tools = [
    fakeTool('check_notebook', [note('The bassoon case is teal', 'Music')]),
    fakeTool('find_file'),
  ]
  const { turn, engine } = await ask('What colour is the bassoon case?', {
    tools,
    script: [
      ...planned('@search-info'),
      l2(
        callFor('check_notebook', 'the colour'),
        callFor('find_file', 'a paper on it'),
        callFor('find_file', 'another paper on it'),
      ),
      agent('check_notebook'),
      agent('find_file'),
      ...says('It is teal.'),
    ],
  })
  engine.assertDone()
  expect(turn.answer).toBe('It is teal.')
  expect(turn.dispatches).toHaveLength(2)
})
