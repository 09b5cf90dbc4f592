import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../shared/run-event.ts'
import type { Engine } from '../model/engine.ts'
import { ask, fakeTool, note, planned, says, setUp } from './testing/fixtures.ts'
import { runTurn } from './turn.ts'

const question = 'What colour is my bicycle?'
describe('the end of a turn', () => {
  it('is "stopped" when the person stops it, and keeps the plan that was shown', async () => {
    const controller = new AbortController()
    const { turn, events } = await ask(
      question,
      {
        tools: [fakeTool('check_notebook')],
        script: [...planned('@search-info'), { role: 'l2', hang: true }],
        onEvent: (event) => {
          if (event.type === 'plan') setTimeout(() => controller.abort(), 10)
        },
      },
      controller.signal,
    )
    expect(turn).toMatchObject({ end: 'stopped', plan: { handles: ['@search-info'] } })
    expect(events.at(-1)?.type).toBe('run-end')
  })

  it('shows no call syntax as a reply', async () => {
    const { turn } = await ask('Hello', {
      tools: [],
      script: [
        { role: 'planner', score: { 'no tool': 0.9 } },
        { role: 'direct', text: '{"name": "plan", "arguments": {"purpose": "x"}}' },
      ],
    })
    expect(turn.answer).toBe('I have no answer to that. Ask it in other words.')
  })

  it('says so when a reply got too long, and nothing of that when it did not', async () => {
    const chat = (text: string) =>
      ask('Hello', {
        tools: [],
        script: [
          { role: 'planner', score: { 'no tool': 0.9 } },
          { role: 'direct', text },
        ],
      })
    const notices = ({ events }: Awaited<ReturnType<typeof chat>>) =>
      events.filter(({ type }) => type === 'notice')
    const { turn, ...long } = await chat('A word. '.repeat(1000))
    expect(turn.answer.length).toBeGreaterThan(1000)
    expect(notices({ turn, ...long })).toEqual([
      { type: 'notice', text: 'The answer ends here because it got too long. Ask for the rest of it.' },
    ])
    expect(notices(await chat('Short.'))).toEqual([])
  })

  it('is "error" with a sentence when the engine fails, and the sessions are still traced', async () => {
    const { turn, tags } = await ask(question, {
      tools: [fakeTool('check_notebook')],
      script: [...planned('@search-info'), { role: 'l2', fail: new Error('addon gone') }],
    })
    expect(turn).toMatchObject({ end: 'error', error: { code: 'internal', message: 'addon gone' } })
    expect(tags).toEqual(['planner', 'l2'])
  })
})

describe('direct mode', () => {
  const direct = { menu: [] }

  it('binds the granted tools as they are, with their own repeat guard and budget', async () => {
    const call = (query: string) => ({ call: 'check_notebook', args: { query } })
    const { turn } = await ask(question, {
      ...direct,
      tools: [fakeTool('check_notebook', [note('Green.')])],
      script: [
        {
          role: 'direct',
          rounds: [call('a'), call('a'), call('b'), call('c'), call('d'), { text: 'never reached' }],
        },
      ],
    })
    expect(turn.dispatches.map(({ outcome }) => outcome)).toEqual(['ran', 'repeat', 'ran', 'ran', 'halt'])
    expect(turn).toMatchObject({ mode: 'direct', plan: null, end: 'not-found' })
  })

  it('gives the reply and the sources of what was looked up', async () => {
    const { turn } = await ask(question, {
      ...direct,
      tools: [fakeTool('check_notebook', [note('Green.')])],
      script: [
        {
          role: 'direct',
          rounds: [{ call: 'check_notebook', args: { query: 'bicycle' } }, { text: 'Green.' }],
        },
      ],
    })
    expect(turn).toMatchObject({
      answer: 'Green.',
      end: 'answered',
      sources: [{ kind: 'note', quote: 'Green.' }],
    })
  })

  it('answers from what was found when the loop halts without words', async () => {
    const call = (query: string) => ({ call: 'check_notebook', args: { query } })
    const { turn } = await ask(question, {
      ...direct,
      tools: [fakeTool('check_notebook', [note('My bicycle is green.')])],
      script: [
        { role: 'direct', rounds: [call('a'), call('b'), call('c'), call('d')] },
        ...says('Your bicycle is green.'),
      ],
    })
    expect(turn).toMatchObject({
      answer: 'Your bicycle is green.',
      end: 'answered',
      sources: [{ kind: 'note' }],
    })
  })

  it('does not let words stand that no source says', async () => {
    const { turn, engine } = await ask('What is the code of my locker?', {
      ...direct,
      tools: [fakeTool('check_notebook', [note('The locker code is 4471.')])],
      script: [
        {
          role: 'direct',
          rounds: [{ call: 'check_notebook', args: { query: 'locker' } }, { text: 'It is 1234.' }],
        },
        ...says('It is 4471.'),
      ],
    })
    expect(turn.answer).toBe('It is 4471.')
    expect(engine.specs[0]?.mustCall).toBe('first')
  })

  it('takes a sentence back that the model writes before it calls a tool', async () => {
    const { ports, engine } = setUp({
      ...direct,
      tools: [fakeTool('check_notebook', [note('The bicycle is green.')])],
      script: [
        {
          role: 'direct',
          rounds: [{ call: 'check_notebook', args: { query: 'bicycle' } }, { text: 'It is green.' }],
        },
      ],
    })
    const talkative: Engine = {
      ...engine,
      async createSession(spec) {
        const session = await engine.createSession(spec)
        return {
          respond(input, options) {
            options.onText?.('Let me look.')
            return session.respond(input, options)
          },
          score: (input, options) => session.score(input, options),
          countPrompt: (input) => session.countPrompt(input),
          record: () => session.record(),
          dispose: () => session.dispose(),
        }
      },
    }
    const events: RunEvent[] = []
    const turn = await runTurn(
      { ...ports, engine: talkative },
      {
        question,
        conversation: 'c',
        trace: 't',
        earlier: [],
        signal: new AbortController().signal,
        emit: (event) => events.push(event),
        onSession: () => undefined,
      },
    )
    expect(turn.answer).toBe('It is green.')
    const text = events
      .filter(({ type }) => type.startsWith('text') || type === 'pill')
      .map(({ type }) => type)
    expect(text.slice(0, 3)).toEqual(['text-delta', 'text-replace', 'pill'])
    expect(textOf(events)).toBe('It is green.')
  })

  it('ends with exactly the text on the screen that the turn has, also when words of a first try do not hold', async () => {
    const { turn, events } = await ask(question, {
      ...direct,
      tools: [fakeTool('check_notebook', [note('The bicycle is green.')])],
      script: [
        {
          role: 'direct',
          rounds: [{ call: 'check_notebook', args: { query: 'bicycle' } }, { text: 'It costs 999 euros.' }],
        },
        ...says('The bicycle is green.'),
      ],
    })
    expect(turn.answer).toBe('The bicycle is green.')
    expect(textOf(events)).toBe(turn.answer)
    expect(events.at(-1)?.type).toBe('run-end')
  })
})

/** What a screen shows after these events. */
function textOf(events: readonly RunEvent[]): string {
  let text = ''
  for (const event of events) {
    if (event.type === 'text-delta') text += event.text
    if (event.type === 'text-replace') text = event.text
  }
  return text
}
