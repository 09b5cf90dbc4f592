import { describe, expect, it } from 'vitest'
import type { ScriptedStep } from '../model/scripted-engine.ts'
import { agent, ask, fakeTool, note, planned, says, saysNo } from './testing/fixtures.ts'

const question = 'what colour is the kayak, and when is the regatta?'
const kayak = note('The kayak is amber.', 'Kayak')
const regatta = note('The regatta is on 9 May.', 'Regatta')
const notebook = () => fakeTool('check_notebook', (query) => [query.includes('regatta') ? regatta : kayak])

const look = (query: string, then: readonly ScriptedStep[]): ScriptedStep[] => [
  {
    role: 'l2',
    rounds: [
      { call: 'call_tool', args: { tool: 'check_notebook', instruction: query } },
      { text: 'Nothing.' },
    ],
  },
  agent('check_notebook', query),
  ...then,
]
const looked = (...what: Parameters<typeof look>) => [...planned('@search-info'), ...look(...what)]
const noSecondPlan = { replan: false, bridges: false }

describe('a request that seems to need no tool', () => {
  const oar = note('The oar is 284 centimetres long.', 'Oar')
  const talked = (score: number): ScriptedStep => ({ role: 'planner', score: { 'no tool': score } })
  const frequencies = { regatta: 0 }
  const setup = { tools: [fakeTool('check_notebook', [oar])], frequencies }
  it('is looked up, where the model is not sure and half of its words stand in the data', async () => {
    const { turn } = await ask('regatta oar', {
      ...setup,
      script: [talked(0.7), ...look('oar', says('284 centimetres.'))],
    })
    expect(turn).toMatchObject({
      answer: '284 centimetres.',
      plan: { handles: ['@search-info'] },
    })
  })
  it('is general knowledge, where that finds nothing', async () => {
    const { turn } = await ask('regatta oar', {
      ...setup,
      script: [talked(0.7), ...look('oar', [saysNo]), { role: 'direct', text: 'It is for rowing.' }],
    })
    expect(turn).toMatchObject({ answer: 'It is for rowing.', plan: null })
  })
  it('is no guess, where a figure is asked for', async () => {
    const { turn } = await ask('how many oars at the regatta', {
      ...setup,
      script: [talked(0.7), ...look('oar', [saysNo])],
    })
    expect(turn).toMatchObject({ end: 'not-found', plan: { handles: ['@search-info'] } })
  })
  it('is not looked up, where the model is sure, or no word stands in the data', async () => {
    const direct: ScriptedStep = { role: 'direct', text: 'It is for rowing.' }
    const sure = await ask('regatta oar', { ...setup, script: [talked(0.95), direct] })
    const unknown = await ask('regatta oar', {
      ...setup,
      frequencies: { regatta: 0, oar: 0 },
      script: [talked(0.7), direct],
    })
    for (const { turn } of [sure, unknown]) expect(turn).toMatchObject({ dispatches: [], end: 'answered' })
  })
})

describe('a question that asks two things', () => {
  it('is answered with both, each from its own source', async () => {
    const { turn, events, engine } = await ask(question, {
      tools: [notebook()],
      script: [
        ...looked('kayak colour', says('The kayak is amber.')),
        ...looked('regatta', says('The regatta is on 9 May.')),
      ],
    })
    engine.assertDone()
    expect(turn).toMatchObject({
      answer: 'The kayak is amber.\nThe regatta is on 9 May.',
      end: 'answered',
      plan: { handles: ['@search-info'], tools: ['check_notebook'] },
      sources: [{ title: 'Kayak' }, { title: 'Regatta' }],
    })
    expect(turn.dispatches.map(({ step }) => step)).toEqual([1, 2])
    const shown = events.reduce((text, event) => {
      if (event.type === 'text-delta') return text + event.text
      return event.type === 'text-replace' ? event.text : text
    }, '')
    expect(shown).toBe(turn.answer)
  })

  it('keeps the first answer and its source, when the second is stopped', async () => {
    const stop = new AbortController()
    const tool = fakeTool('check_notebook', (query) => {
      if (query.includes('regatta')) stop.abort()
      return [query.includes('regatta') ? regatta : kayak]
    })
    const { turn } = await ask(
      question,
      {
        tools: [tool],
        script: [
          ...looked('kayak colour', says('The kayak is amber.')),
          ...looked('regatta', says('The regatta is on 9 May.')),
        ],
      },
      stop.signal,
    )
    expect(turn).toMatchObject({ end: 'stopped', sources: [{ title: 'Kayak' }] })
    expect(turn.answer).toMatch(/^The kayak is amber\./)
  })

  it('is answered from one source, where that has both', async () => {
    const both = note('The kayak is amber and 5 metres long.', 'Kayak')
    const { turn, engine } = await ask('what colour is the kayak, and how long is it?', {
      tools: [fakeTool('check_notebook', [both])],
      script: [...looked('kayak', says('The kayak is amber.')), ...says('5 metres long.')],
    })
    engine.assertDone()
    expect(turn).toMatchObject({
      answer: 'The kayak is amber.\n5 metres long.',
      sources: [{ title: 'Kayak' }],
    })
  })

  it('is answered from the part of a long source that has both', async () => {
    const long = note(`The kayak is amber and 5 metres long.\n${'It was rowed again. '.repeat(400)}`, 'Kayak')
    const { engine } = await ask('what colour is the kayak, and how long is it?', {
      tools: [fakeTool('check_notebook', [long])],
      script: [...looked('kayak', says('The kayak is amber.')), ...says('5 metres long.')],
    })
    engine.assertDone()
    expect(engine.calls.at(-1)?.input.length).toBeLessThan(1000)
  })

  it('says which of them found nothing', async () => {
    const { turn } = await ask(question, {
      tools: [notebook()],
      switches: noSecondPlan,
      script: [...looked('kayak colour', says('The kayak is amber.')), ...looked('regatta', [saysNo])],
    })
    expect(turn).toMatchObject({
      answer:
        'The kayak is amber.\nI looked in your notebook and found nothing that answers “when is the regatta?”.',
      end: 'answered',
      sources: [{ title: 'Kayak' }],
    })
  })

  it('says so once when both found nothing', async () => {
    const { turn } = await ask(question, {
      tools: [notebook()],
      switches: noSecondPlan,
      script: [...looked('kayak colour', [saysNo]), ...looked('regatta', [saysNo])],
    })
    expect(turn).toMatchObject({
      answer: 'I looked in your notebook and found nothing that answers this.',
      end: 'not-found',
    })
  })

  it('asks the second after the first, as in a conversation', async () => {
    const tool = fakeTool('check_notebook', [note('Odalys mended the kayak; 0470 11.', 'Mending')])
    const { turn } = await ask('who mended the kayak and what is her number?', {
      tools: [tool],
      script: [...looked('kayak', says('Odalys mended it.')), saysNo, ...looked('number', says('0470 11'))],
    })
    expect(tool.runs.map(({ context }) => context.question)).toEqual([
      'who mended the kayak',
      'Odalys: and what is her number?',
    ])
    expect(turn.end).toBe('answered')
  })

  it('looks for the first as for both, where it says too little by itself', async () => {
    const boat = note('Ruben sands the gunwale.', 'Boat')
    const { turn } = await ask('who sands the gunwale, and when is my regatta?', {
      tools: [fakeTool('check_notebook', (query) => [query.includes('regatta') ? regatta : boat])],
      frequencies: { gunwale: 0, sands: 0 },
      script: [
        { role: 'planner', score: { 'no tool': 0.9 } },
        ...looked('gunwale', says('Ruben sands it.')),
        ...looked('regatta', says('The regatta is on 9 May.')),
      ],
    })
    expect(turn).toMatchObject({
      answer: 'Ruben sands it.\nThe regatta is on 9 May.',
      plan: { handles: ['@search-info'] },
    })
  })

  it('has a reply of general knowledge to the first, where that look finds nothing', async () => {
    const { turn, engine } = await ask('who sands a gunwale, and when is my regatta?', {
      tools: [notebook()],
      switches: noSecondPlan,
      frequencies: { gunwale: 0, sands: 0 },
      script: [
        { role: 'planner', score: { 'no tool': 0.9 } },
        ...looked('gunwale', []),
        { role: 'direct', text: 'Boat builders.' },
        ...looked('regatta', says('The regatta is on 9 May.')),
      ],
    })
    engine.assertDone()
    expect(turn.answer).toBe('Boat builders.\nThe regatta is on 9 May.')
  })

  it('is one reply where the first needs no look at anything', async () => {
    const { turn, engine } = await ask('what is a kayak, and what is an oar?', {
      tools: [notebook()],
      frequencies: { kayak: 0, oar: 0 },
      script: [
        { role: 'planner', score: { 'no tool': 0.9 } },
        { role: 'planner', score: { 'no tool': 0.9 } },
        { role: 'direct', text: 'A boat, and what moves it.' },
      ],
    })
    engine.assertDone()
    expect(turn).toMatchObject({ answer: 'A boat, and what moves it.', plan: null })
  })
})
