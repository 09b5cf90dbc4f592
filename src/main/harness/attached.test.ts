import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../shared/run-event.ts'
import type { AttachedText } from './attached.ts'
import { fakeTool, type Setup, says, saysNo, setUp } from './testing/fixtures.ts'
import { runTurn } from './turn.ts'

const lease = 'LEASE\nTenant: Mara Voss\nThe rent is 850 euros a month.\nNotice period: three months.'

async function askAbout(
  file: Partial<AttachedText> | Error,
  question: string,
  script: Setup['script'],
  signal = new AbortController().signal,
) {
  const tool = fakeTool('find_file', [])
  const { ports, engine } = setUp({ tools: [tool], script })
  const events: RunEvent[] = []
  const turn = await runTurn(ports, {
    question,
    conversation: 'c',
    trace: 't',
    earlier: [],
    attachment: {
      name: 'lease.txt',
      async read() {
        if (file instanceof Error) throw file
        return { path: '/x/lease.txt', text: null, remark: null, location: 'line 1', ...file }
      },
    },
    signal,
    emit: (event) => events.push(event),
    onSession: () => undefined,
  })
  return { turn, events, engine, tool }
}

describe('a question about an attached file', () => {
  it('is answered from that file alone, without a plan or a tool', async () => {
    const { turn, events, engine, tool } = await askAbout(
      { text: lease },
      'How much is the rent?',
      says('The rent is 850 euros a month.'),
    )
    expect(turn).toMatchObject({ end: 'answered', answer: 'The rent is 850 euros a month.', plan: null })
    expect(turn.sources).toEqual([
      expect.objectContaining({ kind: 'file', path: '/x/lease.txt', title: 'lease.txt', quote: lease }),
    ])
    expect(tool.runs).toEqual([])
    expect(events.filter(({ type }) => type === 'pill')).toMatchObject([
      { pill: { label: 'Files', state: 'running' } },
      { pill: { label: 'Files', state: 'done', detail: 'lease.txt' } },
    ])
    expect(events.at(-1)?.type).toBe('run-end')
    engine.assertDone()
  })

  it('says so when the answer is not in it', async () => {
    const { turn } = await askAbout({ text: lease }, 'Who painted the kitchen?', [saysNo])
    expect(turn).toMatchObject({
      end: 'not-found',
      answer: 'I read lease.txt and found nothing in it that answers this.',
      sources: [],
    })
  })

  it('says so when the file has no text', async () => {
    const { turn } = await askAbout(
      { text: null, remark: 'a scan without text' },
      'How much is the rent?',
      [],
    )
    expect(turn.end).toBe('not-found')
    expect(turn.answer).toContain('could not take any text out of lease.txt (a scan without text)')
  })

  it('tries further passages, each verbatim, when the first does not hold the answer', async () => {
    const filler = (word: string) =>
      Array.from({ length: 60 }, (_, i) => `${word} ${i} lies here and says nothing.`).join('\n')
    const text = `${filler('stone')}\nThe rent was raised.\n${filler('water')}\nThe rent is 900 euros.\n${filler('cloud')}`
    const inputs: string[] = []
    const { turn } = await askAbout({ text }, 'What is the rent in euros?', [
      { role: 'answer', score: { 'Yes:': 0.1 }, expectInput: (input) => inputs.push(input) > 0 },
      { role: 'answer', score: { 'Yes:': 0.9 }, expectInput: (input) => inputs.push(input) > 0 },
      { role: 'answer', text: 'The rent was raised.' },
    ])
    expect(turn.end).toBe('answered')
    expect(inputs[0]).toContain('900 euros')
    expect(inputs[1]).not.toContain('900 euros')
    expect(text).toContain(turn.sources[0]?.quote)
  })

  it('is made from the beginning when it asks about the file as a whole', async () => {
    const { turn } = await askAbout({ text: lease }, 'Summarize this document', [
      { role: 'answer', text: 'A lease of Mara Voss.' },
    ])
    expect(turn).toMatchObject({ end: 'answered', answer: 'A lease of Mara Voss.' })
  })

  it('shows the line of the file instead of words that do not stand in it', async () => {
    const { turn, events } = await askAbout(
      { text: lease },
      'How much is the rent?',
      says('It is 999 euros.'),
    )
    expect(turn.answer).toBe('lease.txt:\nThe rent is 850 euros a month.')
    expect(events.find(({ type }) => type === 'text-replace')).toEqual({
      type: 'text-replace',
      text: turn.answer,
    })
  })

  it('fails with the reason when the file cannot be read', async () => {
    const { turn, events } = await askAbout(new Error('gone'), 'How much is the rent?', [])
    expect(turn).toMatchObject({ end: 'error', error: { message: 'gone' } })
    expect(events).toContainEqual({
      type: 'pill',
      pill: { step: 1, label: 'Files', state: 'failed', detail: 'lease.txt' },
    })
  })
})
