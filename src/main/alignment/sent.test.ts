/** What Alignment shows is what the engine is sent, byte for byte, with a real profile and the real harness around a script. */
import { expect, it } from 'vitest'
import { createScriptedEngine, type ScriptedEngine } from '../model/scripted-engine.ts'
import type { Pixie } from '../pixie.ts'
import { withPixieOn } from '../testing/pixie-on.ts'

const signal = new AbortController().signal

async function sent(prepare: (pixie: Pixie) => Promise<void>) {
  const engine: ScriptedEngine = createScriptedEngine({
    profile: { plannerCalibration: 0 },
    order: 'match',
    script: [
      { role: 'planner', score: { 'no tool': 0.9 } },
      { role: 'direct', text: 'Hello.' },
    ],
  })
  return withPixieOn(engine, async (pixie) => {
    await prepare(pixie)
    const ask = () => pixie.agent.ask({ question: 'Hello!', conversation: null, signal, emit: () => {} })
    const turn = await ask()
    const shown = (await pixie.alignment.state()).document
    return { turn, shown, first: engine.specs[0], mode: pixie.alignment.mode() }
  })
}

const base = 'Be kind to @search-info. \u{1F642} e\u0301\r\n\n\tTwo lines.\n'

it('in plan mode, with blurbs and an order of its own', async () => {
  const { shown, first, mode, turn } = await sent(async ({ alignment }) => {
    await alignment.set({ base, blurbs: ['date', 'files'], skills: ['check-schedule', 'search-info'] })
  })
  expect([mode, turn.mode, first?.role]).toEqual(['plan', 'plan', 'planner'])
  expect(first?.instructions).toBe(shown)
  expect(shown.startsWith('Be kind to @search-info. \u{1F642} e\u0301\r\n\n\tTwo lines.\n\n')).toBe(true)
  expect(shown).toMatch(
    /Your skills:\n- @check-schedule: .*\n- @search-info: .*\n\nYour tools:\n- @current-date: /,
  )
})

it('in direct mode, from the next turn after the last skill was unselected', async () => {
  const { shown, first, mode, turn } = await sent(async ({ alignment }) => {
    await alignment.set({ base, blurbs: ['notebook'], skills: [] })
  })
  expect([mode, turn.mode, first?.role]).toEqual(['direct', 'direct', 'direct'])
  expect(first?.instructions).toBe(shown)
  expect(shown).not.toContain('Your skills:')
})

it('in pieces too, each of them priced in the ledger of the turn', async () => {
  const { shown, first, turn } = await sent(async ({ alignment }) => {
    await alignment.set({ base, blurbs: ['date', 'files'], skills: ['check-schedule'] })
  })
  const pieces = first?.labels?.instructions ?? []
  expect(pieces.map(({ text }) => text).join('')).toBe(shown)
  expect(pieces.map(({ part }) => part)).toEqual(['base', 'blurbs', 'blurbs', 'menu', 'menu'])
  expect(turn.ledger?.parts.map(({ part }) => part)).toEqual(
    expect.arrayContaining(['base', 'blurbs', 'menu', 'question', 'answer']),
  )
})
