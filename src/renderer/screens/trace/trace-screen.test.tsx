// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Replay } from '../../../shared/contract/traces.ts'
import { CallError } from '../../api.ts'
import { useNavigation } from '../../navigation.ts'
import { closeScreen, renderScreen } from '../../testing/render-screen.tsx'
import { step, trace } from './testing/traces.ts'
import { TraceScreen } from './trace-screen.tsx'

afterEach(closeScreen)

function open(handlers: Parameters<typeof renderScreen>[1] = {}) {
  return renderScreen(<TraceScreen trace="t1" />, {
    'traces.get': () => trace(),
    'traces.replay-state': () => null,
    ...handlers,
  })
}

const steps = () => screen.findAllByRole('option')

describe('the trace', () => {
  it('lists every step with what it did and how long it took', async () => {
    open()
    expect((await steps()).map((each) => each.textContent)).toEqual([
      'planner picked @search-info, 84 %10 ms',
      'planner weighed an empty request, to compare with10 ms',
      'l2 one call, then done50 ms',
      'l3.find_file.1 Passport scan.pdf (in Travel, page 1): No. XB4430 ms',
      'answer Your passport number is XB44.10 ms',
    ])
    expect(screen.getByText('175 tokens')).toBeTruthy()
    expect(
      screen.getByText(/100 reused · 50 read · 25 written · largest prompt about \d+ of 4,096/),
    ).toBeTruthy()
  })

  it('goes through its steps with the arrow keys, and shows each exactly as the model had it', async () => {
    const { user } = open()
    const all = await steps()
    all[0]?.focus()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(all[3])
    const call = await screen.findByRole('figure', { name: 'Call' })
    expect(call.querySelector('pre')?.textContent).toBe(
      '<|im_start|>assistant\n<tool_call>\n{"name": "find_file"}\n</tool_call><|im_end|>',
    )
    await user.click(screen.getByRole('tab', { name: 'Tool' }))
    expect(screen.getByRole('figure', { name: 'Arguments' }).textContent).toContain(
      '"query": "passport number"',
    )
    expect(screen.getByRole('figure', { name: 'Result' }).textContent).toContain('Also found: Lease.pdf')
    await user.click(screen.getByRole('tab', { name: 'Instructions' }))
    expect(screen.getByText('You do one thing.')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Tokens' }))
    expect(screen.getByText('Reused, kept from before').parentElement?.textContent).toContain('20')
  })

  it('shows what the tokens of the step and of the turn were spent on, adding up to them', async () => {
    const ledger = (answer: number, largestPrompt: number) => ({
      parts: [
        { part: 'base', tokens: 12 },
        { part: 'question', tokens: 1_018 },
        { part: 'answer', tokens: answer },
      ],
      largestPrompt,
    })
    const planner = step('planner', {
      tokens: { evaluated: 30, reused: 1_000, generated: 5 },
      ledger: ledger(5, 1_030),
    })
    const answer = step('answer', {
      tokens: { evaluated: 1_030, reused: 0, generated: 40 },
      ledger: ledger(40, 990),
    })
    const { user } = open({ 'traces.get': () => trace({ steps: [planner, answer] }) })
    expect(await screen.findByText(/largest prompt 1,030 of 4,096/)).toBeTruthy()
    expect(screen.getByText('2,105 tokens')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Tokens' }))
    const rows = (name: string) =>
      within(screen.getByRole('table', { name }))
        .getAllByRole('row')
        .map((row) => row.textContent)
    expect(rows('This step by part')).toEqual([
      'PartTokensShare',
      'Base121 %',
      'Question1,01898 %',
      'Answer5< 1 %',
      'Together1,035',
    ])
    expect(rows('The whole turn by part').at(-1)).toBe('Together2,105')
  })

  it('from a version that kept no ledger says so, and how large the prompts were about', async () => {
    const { user } = open()
    expect(await screen.findByText(/largest prompt about \d+ of 4,096/)).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Tokens' }))
    expect(screen.getByText('What they were spent on was not kept.')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('folds the examples between the instructions and what was asked', async () => {
    const message = (role: string, text: string) => `<|im_start|>${role}\n${text}<|im_end|>\n`
    const transcript = [
      message('system', 'You plan.'),
      message('user', 'What is 7 plus 5?'),
      message('assistant', "I'll use no tool."),
      message('user', 'Hi'),
      message('assistant', 'Hello'),
    ].join('')
    const { user } = open({
      'traces.get': () => trace({ steps: [step('answer', { input: 'Hi', transcript })] }),
    })
    await screen.findByText('You plan.', { exact: false })
    expect(screen.queryByText(/7 plus 5/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show 2 earlier and example messages' }))
    expect(screen.getByText(/7 plus 5/)).toBeTruthy()
  })

  it('that is gone says so, and one that cannot be read says why', async () => {
    const refuse = (code: 'not-found' | 'damaged-database') => () => {
      throw new CallError({ code, message: 'No', hint: 'Check it.' })
    }
    open({ 'traces.get': refuse('not-found') })
    expect(await screen.findByText('This trace is gone')).toBeTruthy()
    closeScreen()
    open({ 'traces.get': refuse('damaged-database') })
    expect((await screen.findByRole('alert')).textContent).toContain('The trace could not be read')
  })

  it('of a turn that never ended is shown as far as it came, and cannot be replayed', async () => {
    open({ 'traces.get': () => ({ ...trace({ steps: [step('planner')] }), turn: null }) })
    expect(await screen.findByText('This turn never came to its end.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Replay' })).toHaveProperty('disabled', true)
  })

  it('is exported without personal details at once, and whole from the menu', async () => {
    const { user, api } = open({ 'traces.export': () => 'pixie-trace.json' })
    await user.click(await screen.findByRole('button', { name: 'Export without personal details…' }))
    expect(await screen.findByText('Saved as pixie-trace.json.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Export with everything in it…' }))
    expect(api.made.filter(({ name }) => name === 'traces.export').map(({ params }) => params)).toEqual([
      { trace: 't1', isRedacted: true },
      { trace: 't1', isRedacted: false },
    ])
  })
})

describe('a replay', () => {
  it('is followed, can be stopped, and shows what came out otherwise', async () => {
    let state: Replay | null = null
    const { user, api } = open({
      'traces.replay-state': () => state,
      'traces.replay': () => {
        state = { state: 'running', doing: 'Looking in Files' }
        return {}
      },
      'traces.stop-replay': () => ({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Replay' }))
    api.emit('app.changed', { topics: ['traces'] })
    expect(await screen.findByText('Asking again · Looking in Files')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(api.made.some(({ name }) => name === 'traces.stop-replay')).toBe(true)
    state = {
      state: 'done',
      trace: 't2',
      differences: [{ what: 'answer', before: 'XB44', after: 'It is XB44' }],
    }
    api.emit('app.changed', { topics: ['traces'] })
    expect(await screen.findByText('Asked again. Not the same: answer.')).toBeTruthy()
    const answer = screen.getByRole('region', { name: 'Answer' })
    expect(within(answer).getByText('It is XB44')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Open its trace' }))
    expect(useNavigation.getState().place).toEqual({ screen: 'trace', trace: 't2' })
  })

  it('that did the same says so, and one that failed says why', async () => {
    open({ 'traces.replay-state': () => ({ state: 'done', trace: 't2', differences: [] }) })
    expect(await screen.findByText('Asked again: the same plan, calls and answer.')).toBeTruthy()
    closeScreen()
    const error = { code: 'no-model' as const, message: 'There is no model', hint: 'Fetch one in Settings.' }
    open({ 'traces.replay-state': () => ({ state: 'failed', error }) })
    expect((await screen.findByRole('alert')).textContent).toContain('Fetch one in Settings.')
  })
})
