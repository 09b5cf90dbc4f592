/** Whole turns on the tests' real model and the sample: plan, tools, answer, source, trace. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RunEvent } from '../shared/run-event.ts'
import type { Turn } from '../shared/turn.ts'
import { modelAccess } from './model/model-access.ts'
import { createPixie, type Pixie } from './pixie.ts'
import { fillSample, prepareSampleFolder } from './sample/sample.ts'

const signal = new AbortController().signal
let root: string
let pixie: Pixie

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'pixie-agent-'))
  const files = await prepareSampleFolder(join(root, 'sample'))
  const options = {
    dataDir: files.dir,
    clock: { now: Date.now, zone: 'UTC' },
    given: { now: false, tz: false },
    model: 'qwen2.5-coder-0.5b-instruct',
    models: modelAccess({ signal }),
    command: 'pixie test',
    onNotice: () => {},
  }
  const filling = createPixie(options)
  await fillSample(filling, files, signal)
  await filling.close()
  // Opened again, so that the sample's clock counts.
  pixie = createPixie(options)
  await pixie.agent.prepare(signal)
}, 120_000)

afterAll(async () => {
  await pixie.close()
  rmSync(root, { recursive: true })
}, 60_000)

async function ask(question: string): Promise<{ turn: Turn; events: RunEvent[] }> {
  const events: RunEvent[] = []
  const turn = await pixie.agent.ask({
    question,
    conversation: null,
    signal,
    emit: (event) => events.push(event),
  })
  return { turn, events }
}

it('finds the number in the scan, says where it stands, and leaves a trace of every session', async () => {
  const { turn, events } = await ask('What is my passport number?')
  expect(turn).toMatchObject({ end: 'answered', mode: 'plan', plan: { handles: ['@search-info'] } })
  expect(turn.answer).toContain('XB4471902')
  expect(turn.sources[0]).toMatchObject({ kind: 'file', title: 'Passport scan.pdf', location: 'page 1' })
  expect(events.findIndex(({ type }) => type === 'pill')).toBeLessThan(
    events.findIndex(({ type }) => type === 'text-delta'),
  )
  const { sessions } = pixie.traces.get(turn.trace)
  expect(sessions.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['planner', 'l2', 'answer']))
  const planner = sessions.find(({ tag }) => tag === 'planner')
  expect(planner?.transcript).toContain(pixie.alignment.document())
  for (const { transcript, tokens } of sessions) {
    expect(transcript).toContain('<|im_start|>')
    expect(tokens.evaluated + tokens.reused).toBeGreaterThan(0)
  }
})

it('lists the events of the day that the words mean, moved and repeated ones as they are', async () => {
  const { turn } = await ask("What's on my calendar next Tuesday?")
  expect(turn.plan?.handles).toEqual(['@check-schedule'])
  expect(turn.answer).toContain('Dentist Dr Novak: Tuesday 16 March 2027, 10:30–11:15')
  expect(turn.answer).toContain('Choir practice')
})

it('answers small talk without looking at anything', async () => {
  const { turn } = await ask('Good evening, Pixie!')
  expect(turn).toMatchObject({ end: 'answered', plan: null, dispatches: [], sources: [] })
  expect(turn.answer).not.toBe('')
})

it('reuses at least 85 % of the prompt tokens on a second question of the same kind', async () => {
  const { turn } = await ask('What is the wifi password at home?')
  const { evaluated, reused } = turn.tokens
  expect(reused / (evaluated + reused)).toBeGreaterThanOrEqual(0.85)
})
