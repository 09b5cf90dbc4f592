import { describe, expect, it } from 'vitest'
import type { ScriptedStep } from '../model/scripted-engine.ts'
import { agent, ask, fakeTool, note, planned, says, saysNo } from './testing/fixtures.ts'

const question = 'what colour is the kayak, and when is the regatta?'
const kayak = note('The kayak is amber.', 'Kayak')
const regatta = note('The regatta is on 9 May.', 'Regatta')
const notebook = () => fakeTool('check_notebook', (query) => [query.includes('regatta') ? regatta : kayak])

const looked = (query: string, then: readonly ScriptedStep[]): ScriptedStep[] => [
  ...planned('@search-info'),
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
const noSecondPlan = { replan: false, bridges: false }

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
      script: [...looked('kayak', says('Odalys mended it.')), ...looked('number', says('0470 11'))],
    })
    expect(tool.runs.map(({ context }) => context.question)).toEqual([
      'who mended the kayak',
      'Odalys: and what is her number?',
    ])
    expect(turn.end).toBe('answered')
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
