/** What each part of a whole turn costs, on the scripted engine: four characters a token. */
import { describe, expect, it } from 'vitest'
import { type LedgerPart, ledgerTotal, textOf } from '../../shared/ledger.ts'
import type { Turn } from '../../shared/turn.ts'
import { followerInstructions } from './follower.ts'
import { labelled, prompt, promptPieces } from './prompts.ts'
import { agent, fakeTool, note, planned, type Setup, says, setUp } from './testing/fixtures.ts'
import type { TracedSession } from './trace-recorder.ts'
import { runTurn, type TurnRequest } from './turn.ts'

const question = 'What colour is my bicycle?'

async function run(
  setup: Setup,
  more: Partial<TurnRequest> = {},
): Promise<{ turn: Turn; sessions: TracedSession[] }> {
  const { ports, engine } = setUp(setup)
  const sessions: TracedSession[] = []
  const turn = await runTurn(ports, {
    question,
    conversation: 'c',
    trace: 't',
    earlier: [],
    signal: new AbortController().signal,
    emit: () => {},
    onSession: (session, position) => {
      sessions[position] = session
    },
    ...more,
  })
  engine.assertDone()
  return { turn, sessions }
}

const partsOf = ({ ledger }: Pick<TracedSession, 'ledger'>) => ledger.parts.map(({ part }) => part)
const spent = ({ ledger }: Pick<TracedSession, 'ledger'>, part: LedgerPart) =>
  ledger.parts.find((each) => each.part === part)?.tokens ?? 0

const found = [note('The bicycle is green.')]
const call = { call: 'call_tool', args: { tool: 'check_notebook', instruction: 'the colour of the bicycle' } }
const whole: Setup = {
  frequencies: { colour: 0 },
  tools: [fakeTool('check_notebook', found), fakeTool('find_file')],
  script: [
    ...planned('@search-info', 'find the colour'),
    { role: 'l2', rounds: [call] },
    agent('check_notebook', 'bicycle colour'),
    ...says('Your bicycle is green.'),
  ],
}

describe('the ledger of a turn', () => {
  it('adds up to the tokens that the engine counted, session by session and in all', async () => {
    const { turn, sessions } = await run(whole)
    const sum = ({ evaluated, reused, generated }: Turn['tokens']) => evaluated + reused + generated
    for (const session of sessions)
      expect(ledgerTotal(session.ledger), session.tag).toBe(sum({ ...session.tokens, byRole: {} }))
    expect(turn.ledger && ledgerTotal(turn.ledger)).toBe(sum(turn.tokens))
    expect(turn.ledger?.largestPrompt).toBe(Math.max(...sessions.map(({ ledger }) => ledger.largestPrompt)))
  })

  it('names every part of the sessions that had it, in the order of the prompt', async () => {
    const { sessions } = await run(whole)
    expect(Object.fromEntries(sessions.map((session) => [session.tag, partsOf(session)]))).toEqual({
      planner: ['base', 'menu', 'plan-tool', 'examples', 'question', 'calls', 'format'],
      l2: ['guidance', 'steps', 'signatures', 'call-tool', 'plan', 'question', 'calls', 'format'],
      'l3.check_notebook.1': ['guidance', 'tool', 'question', 'request', 'calls', 'format'],
      answer: ['guidance', 'examples', 'question', 'results', 'answer', 'format'],
    })
  })

  it('counts a part each time that the model read it', async () => {
    const { sessions } = await run(whole)
    const [planner, , , answer] = sessions
    // Of the prompt its characters are 12 to 20, so tokens begin in it at 12, 16 and 20. Scored, then asked for the plan.
    expect(planner && spent(planner, 'menu')).toBe(2 * 3)
    expect(answer && spent(answer, 'answer')).toBe(Math.ceil('Your bicycle is green.'.length / 4))
  })

  it('has what tools gave back, and earlier exchanges, where there are any', async () => {
    const { sessions } = await run(
      {
        ...whole,
        script: [
          ...planned('@search-info'),
          {
            role: 'l2',
            rounds: [call, { ...call, args: { ...call.args, tool: 'find_file' } }, { text: 'No.' }],
          },
          agent('check_notebook'),
          agent('find_file'),
        ],
        tools: [fakeTool('check_notebook'), fakeTool('find_file')],
        switches: { replan: false },
      },
      { earlier: [{ user: 'Hello', reply: 'Hello to you, Mara, and to all of yours' }] },
    )
    const follower = sessions.find(({ tag }) => tag === 'l2')
    expect(follower && spent(follower, 'results')).toBeGreaterThan(0)
    expect(follower && spent(follower, 'earlier')).toBeGreaterThan(10)
  })

  it('of a turn that failed has what was given until then', async () => {
    const { turn } = await run({
      tools: [],
      script: [{ role: 'planner', fail: new Error('out of memory') }],
      switches: { replan: false },
    })
    expect(turn.end).toBe('error')
    expect(turn.ledger?.parts.map(({ part }) => part)).toContain('base')
    expect(turn.ledger && ledgerTotal(turn.ledger)).toBe(turn.tokens.evaluated)
  })

  it('keeps when each session began', async () => {
    const { sessions } = await run(whole)
    const [planner, l2, l3, answer] = sessions.map(({ startedMs }) => startedMs)
    expect([planner, l2, l3, answer]).toEqual(
      [planner, l2, l3, answer].toSorted((a, b) => Number(a) - Number(b)),
    )
    expect(planner).toBeGreaterThanOrEqual(0)
  })
})

describe('labelled texts', () => {
  it('are the text that the model gets, and their own words are told from what is filled in', () => {
    const values = { rationale: "I'll use {{question}}.", earlier: '', question: 'Where? \n\n' }
    const pieces = promptPieces('follower-input', {
      rationale: labelled('plan', values.rationale),
      earlier: labelled('earlier', values.earlier),
      question: labelled('question', values.question),
    })
    expect(textOf(pieces)).toBe(prompt('follower-input', values))
    expect(pieces).toEqual([
      labelled('guidance', 'Plan: '),
      labelled('plan', "I'll use {{question}}."),
      labelled('guidance', '\n'),
      labelled('guidance', 'The user asks: '),
      labelled('question', 'Where?'),
    ])
  })

  it('of the follower are its steps and signatures, and Pixie’s words around them', () => {
    const steps = [{ slug: 'a', body: 'FIRST do it.', nested: [{ slug: 'b', body: 'Then that.' }] }]
    const pieces = followerInstructions(steps, [fakeTool('check_notebook')])
    const of = (part: LedgerPart) => textOf(pieces.filter((piece) => piece.part === part))
    expect(of('steps')).toBe('aFIRST do it.\nSteps of @b:\nThen that.\n')
    expect(of('signatures')).toMatch(/^check_notebook\(query\)/)
    expect(of('guidance')).not.toContain('FIRST')
  })
})
