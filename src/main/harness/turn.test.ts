import { describe, expect, it } from 'vitest'
import {
  agent,
  ask,
  event,
  fakeTool,
  file,
  logLine,
  note,
  planned,
  says,
  saysNo,
} from './testing/fixtures.ts'

const question = 'What colour is my bicycle?'
const callNotebook = {
  call: 'call_tool',
  args: { tool: 'check_notebook', instruction: 'the colour of the bicycle' },
}
const callFiles = { call: 'call_tool', args: { tool: 'find_file', instruction: 'a paper about the bicycle' } }

describe('a planned turn', () => {
  it('plans, follows, answers from the note and tells where it stands', async () => {
    const tools = [fakeTool('check_notebook', [note('The bicycle is green.')])]
    const { turn, engine, tags } = await ask(question, {
      tools,
      script: [
        ...planned('@search-info', 'find the colour'),
        { role: 'l2', rounds: [callNotebook] },
        agent('check_notebook', 'bicycle colour'),
        ...says('Your bicycle is green.'),
      ],
    })
    engine.assertDone()
    expect(turn).toMatchObject({
      answer: 'Your bicycle is green.',
      end: 'answered',
      mode: 'plan',
      replanned: false,
      plan: {
        handles: ['@search-info'],
        rationale: "I'll use @search-info to find the colour.",
        tools: ['check_notebook'],
      },
      sources: [{ kind: 'note', quote: 'The bicycle is green.' }],
    })
    expect(turn.dispatches).toMatchObject([
      { step: 1, tool: 'check_notebook', arguments: { query: 'bicycle colour' }, outcome: 'ran' },
    ])
    expect(tags).toEqual(['planner', 'l2', 'l3.check_notebook.1', 'answer'])
    expect(Object.keys(turn.tokens.byRole)).toEqual(tags)
  })

  it('shows the plan, then each pill as its tool starts, before any text of the answer', async () => {
    const { events } = await ask(question, {
      tools: [fakeTool('check_notebook', [note('The bicycle is green.')])],
      script: [
        ...planned('@search-info'),
        { role: 'l2', rounds: [callNotebook] },
        agent('check_notebook'),
        ...says('It is green.'),
      ],
    })
    const kinds = events.map((e) => (e.type === 'pill' ? `pill ${e.pill.label} ${e.pill.state}` : e.type))
    expect(kinds.filter((k, i) => k !== kinds[i - 1])).toEqual([
      'run-start',
      'plan',
      'pill Notebook running',
      'pill Notebook done',
      'text-delta',
      'sources',
      'run-end',
    ])
  })

  it('answers small talk without a plan', async () => {
    const { turn, engine, tags } = await ask('Good morning!', {
      frequencies: { good: 40, morning: 30 },
      tools: [fakeTool('check_notebook')],
      script: [
        { role: 'planner', score: { 'no tool': 0.9 } },
        { role: 'direct', text: 'Good morning to you.' },
      ],
    })
    engine.assertDone()
    expect(turn).toMatchObject({
      answer: 'Good morning to you.',
      plan: null,
      end: 'answered',
      dispatches: [],
    })
    expect(tags).toEqual(['planner', 'answer'])
  })

  it('falls through to what was found when a budget halts the loop: "a halt is not a failure"', async () => {
    const rounds = [1, 2, 3, 4].map((n) => ({
      call: 'call_tool',
      args: { tool: 'check_notebook', instruction: `bicycle, try ${n}` },
    }))
    const { turn, engine } = await ask(question, {
      tools: [fakeTool('check_notebook', [note('The bicycle is green.')])],
      switches: { earlyAnswer: false },
      script: [
        ...planned('@search-info'),
        { role: 'l2', rounds },
        agent('check_notebook'),
        agent('check_notebook'),
        agent('check_notebook'),
        ...says('It is green.'),
      ],
    })
    engine.assertDone()
    expect(turn.answer).toBe('It is green.')
    expect(turn.dispatches.map(({ outcome }) => outcome)).toEqual(['ran', 'ran', 'ran', 'halt'])
  })

  it('runs the tools of the skill that L2 skipped before it gives up', async () => {
    const memory = fakeTool('grep_memory', [logLine('Bought a green bicycle.')])
    const { turn, engine } = await ask(question, {
      tools: [fakeTool('check_notebook'), memory],
      script: [
        ...planned('@search-info'),
        { role: 'l2', rounds: [callNotebook, { text: 'I could not find it.' }] },
        agent('check_notebook'),
        ...says('It is green.'),
      ],
    })
    engine.assertDone()
    expect(turn).toMatchObject({ answer: 'It is green.', end: 'answered', replanned: false })
    expect(turn.dispatches.at(-1)).toMatchObject({ tool: 'grep_memory', instruction: question })
    // The person's own words need no crafting.
    expect(memory.runs[0]?.args).toEqual({ query: question })
  })

  it('replans once with the next-ranked handle after resetting the guards', async () => {
    const notebook = fakeTool('check_notebook')
    const { turn, engine, events } = await ask(question, {
      tools: [notebook],
      menu: [
        { slug: 'search-info', examples: [] },
        { slug: 'check-schedule', examples: [] },
        { slug: 'other', examples: [] },
      ],
      script: [
        { role: 'planner', score: { '@search-info': 0.6, '@other': 0.3, '@check-schedule': 0.05 } },
        { role: 'planner', rounds: [{ call: 'plan', args: { purpose: 'find it' } }] },
        { role: 'l2', rounds: [callNotebook, { text: 'Nothing.' }] },
        agent('check_notebook'),
        { role: 'l2', rounds: [callNotebook, { text: 'Nothing.' }], expectInput: /@other/ },
        agent('check_notebook'),
      ],
    })
    engine.assertDone()
    // Each plan asks once; the first one reads through the Notebook before it gives up.
    expect(notebook.runs.map(({ args }) => args)).toEqual([
      expect.anything(),
      { query: '' },
      expect.anything(),
    ])
    expect(turn).toMatchObject({ end: 'not-found', replanned: true, sources: [] })
    expect(turn.answer).toBe('I looked in your notebook and found nothing that answers this.')
    expect(events.filter((e) => e.type === 'plan')).toHaveLength(2)
  })

  it('lets a skill without tools write its text', async () => {
    const { turn, engine } = await ask('A haiku about rain, please', {
      tools: [],
      skills: [{ slug: 'search-info', body: 'Write three lines.', nested: [] }],
      script: [...planned('@search-info', 'write it'), { role: 'l2', text: 'Rain on the window' }],
    })
    engine.assertDone()
    expect(turn).toMatchObject({
      answer: 'Rain on the window',
      end: 'answered',
      sources: [],
      replanned: false,
    })
    expect(engine.specs.find(({ tag }) => tag === 'l2')?.tools ?? []).toEqual([])
  })

  it('does not replan when that is switched off', async () => {
    const { turn, engine } = await ask(question, {
      tools: [fakeTool('check_notebook')],
      switches: { replan: false },
      menu: [
        { slug: 'search-info', examples: [] },
        { slug: 'other', examples: [] },
      ],
      script: [
        ...planned('@search-info'),
        { role: 'l2', rounds: [callNotebook, { text: 'Nothing.' }] },
        agent('check_notebook'),
      ],
    })
    engine.assertDone()
    expect(turn).toMatchObject({ end: 'not-found', replanned: false })
  })

  it('does not replan with a handle that only tells the date', async () => {
    const { turn, engine } = await ask(question, {
      tools: [fakeTool('current_date', [])],
      menu: [
        { slug: 'search-info', examples: [] },
        { slug: 'current-date', examples: [] },
      ],
      script: [
        { role: 'planner', score: { '@search-info': 0.6, '@current-date': 0.3 } },
        { role: 'planner', rounds: [{ call: 'plan', args: { purpose: 'find it' } }] },
        {
          role: 'l2',
          rounds: [
            { call: 'call_tool', args: { tool: 'current_date', instruction: 'the bicycle' } },
            { text: '' },
          ],
        },
        agent('current_date', null),
      ],
    })
    engine.assertDone()
    expect(turn).toMatchObject({ end: 'not-found', replanned: false })
  })

  it('shows the exact passage when the answer says what the source does not', async () => {
    const { turn, events } = await ask('What is the number of my locker?', {
      tools: [fakeTool('find_file', [file('Locker number 4471, hall B', 'locker.txt')])],
      script: [
        ...planned('@search-info'),
        {
          role: 'l2',
          rounds: [{ call: 'call_tool', args: { tool: 'find_file', instruction: 'locker number' } }],
        },
        agent('find_file'),
        ...says('Your locker number is 4417.'),
      ],
    })
    expect(turn.answer).toBe('locker.txt:\nLocker number 4471, hall B')
    expect(events.some((e) => e.type === 'text-replace')).toBe(true)
  })

  it('does not ask the model about a source in which the rare words of the question do not stand', async () => {
    const { turn, engine } = await ask('What is the phone number of the plumber?', {
      tools: [fakeTool('check_notebook', [note('Phone number of the school: 031-555 0100')])],
      frequencies: { plumber: 1, phone: 20, number: 40 },
      switches: { replan: false, skippedTools: false },
      script: [
        ...planned('@search-info'),
        {
          role: 'l2',
          rounds: [
            { call: 'call_tool', args: { tool: 'check_notebook', instruction: 'number of the plumber' } },
            { text: 'Nothing.' },
          ],
        },
        agent('check_notebook'),
      ],
    })
    engine.assertDone()
    expect(turn.end).toBe('not-found')
  })

  it("asks a named person's page last, when no other source has the question's words", async () => {
    const tools = [
      fakeTool('check_notebook', [note('Tova lives on the third floor.', 'Tova')]),
      fakeTool('grep_memory', []),
    ]
    const { turn, engine } = await ask('Where can I ring at Tova?', {
      tools,
      frequencies: { tova: 5, ring: 1 },
      script: [
        ...planned('@search-info'),
        {
          role: 'l2',
          rounds: [
            { call: 'call_tool', args: { tool: 'check_notebook', instruction: 'where to ring at Tova' } },
            { text: 'Nothing.' },
          ],
        },
        agent('check_notebook'),
        ...says('On the third floor.'),
      ],
    })
    engine.assertDone()
    expect(turn.sources).toMatchObject([{ kind: 'note', title: 'Tova' }])
  })

  it('lists the events of an understood range in code, without asking a model', async () => {
    const { turn, engine } = await ask('What is on tomorrow?', {
      tools: [
        fakeTool('queryCalendar', [
          event('Dentist', '2027-03-11T09:00:00+01:00', '2027-03-11T10:00:00+01:00', 'Main St'),
          event('Choir', '2027-03-11T19:00:00+01:00', '2027-03-11T21:00:00+01:00'),
        ]),
      ],
      range: { start: '2027-03-11', end: '2027-03-11', label: 'tomorrow', grain: 'day' },
      script: [
        ...planned('@search-info'),
        {
          role: 'l2',
          rounds: [{ call: 'call_tool', args: { tool: 'queryCalendar', instruction: 'tomorrow' } }],
        },
        agent('queryCalendar', null),
      ],
    })
    engine.assertDone()
    expect(turn.answer).toBe(
      [
        'In your calendar on Thursday 11 March 2027:',
        '- Dentist: Thursday 11 March 2027, 09:00–10:00, Main St',
        '- Choir: Thursday 11 March 2027, 19:00–21:00',
      ].join('\n'),
    )
    expect(turn.sources.map(({ kind }) => kind)).toEqual(['event', 'event'])
  })

  it('keeps going when a tool fails and says so in the dispatch', async () => {
    const broken = { ...fakeTool('check_notebook'), run: () => Promise.reject(new Error('disk gone')) }
    const { turn } = await ask(question, {
      tools: [broken, fakeTool('find_file', [file('The bicycle is green.')])],
      script: [
        ...planned('@search-info'),
        { role: 'l2', rounds: [callNotebook, callFiles] },
        agent('check_notebook'),
        agent('find_file'),
        ...says('It is green.'),
      ],
    })
    expect(turn.dispatches).toMatchObject([
      { outcome: 'error', result: 'check_notebook failed: disk gone' },
      { outcome: 'ran' },
    ])
    expect(turn.answer).toBe('It is green.')
  })

  it('tries the next source when the model says that the first does not hold the answer', async () => {
    const { turn, engine } = await ask(question, {
      tools: [
        fakeTool('find_file', [file('A bicycle shop', 'shop.txt'), file('My bicycle: green', 'mine.txt')]),
      ],
      script: [
        ...planned('@search-info'),
        { role: 'l2', rounds: [callFiles] },
        agent('find_file'),
        saysNo,
        ...says('It is green.'),
      ],
    })
    engine.assertDone()
    expect(turn.sources).toMatchObject([
      { kind: 'file', title: 'mine.txt', path: '/files/mine.txt', location: 'line 1' },
    ])
  })
})
