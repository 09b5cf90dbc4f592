// @vitest-environment jsdom
import { act, cleanup, within as inside, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RunEvent } from '../../../shared/run-event.ts'
import { CallError } from '../../api.ts'
import { useNavigation } from '../../navigation.ts'
import { useAnnouncement } from '../../ui/announce.ts'
import { answer, question, turn } from './testing/messages.ts'
import { callsOf, fakeMain, renderChat, started } from './testing/render-chat.tsx'

beforeEach(() => useAnnouncement.setState({ text: '', number: 0 }))
afterEach(cleanup)

const plan = {
  handles: ['@search-info'],
  rationale: "I'll use @search-info to find the report.",
  tools: ['find_file'],
}
const pill = (step: number, state: 'running' | 'done' | 'nothing' | 'failed', detail = '') =>
  ({ step, label: 'Files', state, detail }) as const

/** A run that goes on, with what its events show next. */
async function running(handlers: Parameters<typeof fakeMain>[1] = {}) {
  const kept = {
    c1: [question('q1', 'When?'), answer('a1', '', { end: null, trace: null, ms: null, tokens: null })],
  }
  const snapshot = { ...started, seq: 0, events: [], error: null, isOver: false }
  const main = fakeMain(kept, {
    'chat.running': () => [snapshot],
    'chat.snapshot': () => snapshot,
    ...handlers,
  })
  renderChat(main)
  await screen.findByRole('button', { name: 'Stop' })
  let seq = 0
  const say = async (...events: (RunEvent & { readonly type: string })[]) => {
    seq += events.length
    // The contract's arrays are mutable, these are not.
    act(() => main.api.emit('chat.run', { run: 'r1', conversation: 'c1', seq, events: events as never }))
    await act(() => new Promise((resolve) => setTimeout(resolve, 120)))
  }
  return { main, kept, say, shown: () => screen.getByRole('region', { name: 'Answer' }) }
}

test('a turn shows its plan, where it looks, and the text as it comes', async () => {
  const { say, shown } = await running()
  await say(
    { type: 'run-start', trace: 't1', conversation: 'c1', question: 'When?' },
    { type: 'plan', plan, replanned: false },
  )
  expect(shown().textContent).toContain("I'll use @search-info to find the report.")
  await say({ type: 'pill', pill: pill(1, 'running') })
  expect(shown().textContent).toContain('Files…')
  await say({ type: 'pill', pill: pill(1, 'done', '2 files') }, { type: 'text-delta', text: 'It is **so' })
  expect(inside(shown()).getByRole('list', { name: 'Where Pixie looked' }).textContent).toBe(
    'Files, done · 2 files',
  )
  expect(shown().textContent).toContain('It is so')
  await say({ type: 'text-replace', text: 'It is later.' }, { type: 'notice', text: 'Showing 3 of 41.' })
  expect(shown().textContent).toContain('It is later.')
  expect(shown().textContent).not.toContain('so')
  expect(shown().textContent).toContain('Showing 3 of 41.')
})

test('what is waited for is said once, and no longer when the turn begins', async () => {
  const { say, shown } = await running({
    'models.status': () => ({ state: 'loading', name: 'Toy', error: null, download: null }),
  })
  await say({ type: 'notice', text: 'Waiting for the answer before this one…' })
  await waitFor(() => expect(shown().textContent).toBe('Waiting for the answer before this one…'))
  await say({ type: 'notice', text: 'Loading the model…' })
  await waitFor(() => expect(shown().textContent).toBe('Loading the model…'))
  await say(
    { type: 'run-start', trace: 't1', conversation: 'c1', question: 'When?' },
    { type: 'plan', plan, replanned: false },
    { type: 'text-delta', text: 'It is so' },
  )
  expect(shown().textContent).not.toContain('Loading')
})

test('each state of a pill is said in words', async () => {
  const { say, shown } = await running()
  await say(
    { type: 'pill', pill: pill(1, 'nothing') },
    { type: 'pill', pill: pill(2, 'failed', 'not readable') },
    { type: 'pill', pill: pill(3, 'running') },
  )
  const pills = inside(shown()).getAllByRole('listitem')
  expect(pills.map((item) => item.textContent)).toEqual([
    'Files · nothing found',
    'Files · failed · not readable',
    'Files…',
  ])
})

test('the answer is read out once, when it is whole, and not while it grows', async () => {
  const { say, kept } = await running()
  const texts: string[] = []
  const end = useAnnouncement.subscribe(({ text }) => texts.push(text))
  await say({ type: 'text-delta', text: 'Due ' })
  await say({ type: 'text-delta', text: '**soon**.' })
  kept.c1 = [question('q1', 'When?'), answer('a1', 'Due **soon**.')]
  await say({ type: 'run-end', turn: turn('Due **soon**.') })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Copy' })).toBeDefined())
  end()
  expect(texts).toEqual(['Due soon.'])
})

test('what had come of a stopped answer stays, and is marked', async () => {
  const { say, kept, shown } = await running()
  await say({ type: 'text-delta', text: 'Half of' })
  kept.c1 = [question('q1', 'When?'), answer('a1', 'Half of', { end: 'stopped' })]
  await say({ type: 'run-end', turn: turn('Half of', { end: 'stopped' }) })
  expect(shown().textContent).toContain('Half of')
  expect(shown().textContent).toContain('Stopped. This is what had come.')
})

test('an answer that the end of the app interrupted is marked', async () => {
  renderChat(fakeMain({ c1: [question('q1', 'When?'), answer('a1', 'Half', { end: 'interrupted' })] }))
  expect(await screen.findByText(/Pixie was closed in the middle of this answer/)).toBeDefined()
})

test('a run that breaks keeps what came, says why, and offers to try again', async () => {
  const { main, say, shown } = await running()
  await say({ type: 'text-delta', text: 'Half' })
  const error = { code: 'engine-failed', message: 'The model broke', hint: 'Try it once more.' } as const
  act(() => main.api.emit('chat.run-failed', { run: 'r1', conversation: 'c1', error }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The model broke.Try it once more.')
  expect(shown().textContent).toContain('Half')
  expect(screen.queryByRole('button', { name: 'Again' })).toBeNull()
  await userEvent.click(inside(alert).getByRole('button', { name: 'Try again' }))
  expect(callsOf(main, 'chat.again')).toEqual([{ answer: 'a1' }])
})

test('a failure for want of a model leads to the models', async () => {
  const error = { code: 'no-model', message: 'There is no model', hint: 'Fetch one.' } as const
  renderChat(fakeMain({ c1: [question('q1', 'When?'), answer('a1', '', { end: 'error', error })] }))
  await userEvent.click(await screen.findByRole('button', { name: 'Choose a model' }))
  expect(useNavigation.getState().place).toEqual({ screen: 'settings', section: 'model' })
})

const whole = () => ({
  c1: [
    question('q1', 'When?', { version: { number: 2, count: 2 } }),
    answer('a1', '  **Due** soon.\n', { version: { number: 2, count: 3 } }),
  ],
})

test('Copy gives exactly the bytes of the answer', async () => {
  const main = fakeMain(whole())
  renderChat(main)
  await userEvent.click(await screen.findByRole('button', { name: 'Copy' }))
  expect(callsOf(main, 'app.copy')).toEqual([{ text: '  **Due** soon.\n' }])
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined()
})

test('what an answer took stands beside it', async () => {
  renderChat(fakeMain(whole()))
  expect(await screen.findByText('7.8 s · 612 tokens read, 540 reused')).toBeDefined()
})

test('Why? leads to the trace of the turn', async () => {
  renderChat(fakeMain(whole()))
  await userEvent.click(await screen.findByRole('button', { name: 'Why?' }))
  expect(useNavigation.getState().place).toEqual({ screen: 'trace', trace: 'trace-of-a1' })
})

test('Again asks for another answer to the same question', async () => {
  const main = fakeMain(whole())
  renderChat(main)
  await userEvent.click(await screen.findByRole('button', { name: 'Again' }))
  expect(callsOf(main, 'chat.again')).toEqual([{ answer: 'a1' }])
})

test('every version of a question and of an answer can be looked at', async () => {
  const main = fakeMain(whole())
  renderChat(main)
  await userEvent.click(await screen.findByRole('button', { name: 'Later answer' }))
  await userEvent.click(screen.getByRole('button', { name: 'Earlier question' }))
  expect(screen.getByRole('button', { name: 'Later question' })).toHaveProperty('disabled', true)
  expect(callsOf(main, 'conversations.show-version')).toEqual([
    { message: 'a1', number: 3 },
    { message: 'q1', number: 1 },
  ])
})

test('a question is edited in its place and sent anew', async () => {
  const main = fakeMain(whole())
  renderChat(main)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit and ask again' }))
  const editor = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question in other words' })
  expect(editor.value).toBe('When?')
  await userEvent.clear(editor)
  await userEvent.type(editor, 'Where?{Enter}')
  expect(callsOf(main, 'chat.edit')).toEqual([{ question: 'q1', text: 'Where?' }])
  await waitFor(() =>
    expect(screen.queryByRole('textbox', { name: 'Your question in other words' })).toBeNull(),
  )
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Your question' }))
})

test('Escape leaves the question as it was, and an edit that is refused stays', async () => {
  const main = fakeMain(whole(), {
    'chat.edit': () => {
      throw new CallError({ code: 'invalid-input', message: 'Something else is answered', hint: 'Wait.' })
    },
  })
  renderChat(main)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit and ask again' }))
  await userEvent.keyboard(' changed{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('Something else is answered')
  expect(
    screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question in other words' }).value,
  ).toBe('When? changed')
  await userEvent.type(screen.getByRole('textbox', { name: 'Your question in other words' }), '{Escape}')
  expect(screen.getByText('When?')).toBeDefined()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit and ask again' })),
  )
})

test('what was understood as a day is said in words; a number in the name of a file stays', async () => {
  const pills = [
    { step: 1, label: 'Date', state: 'done', detail: '2027-03-10' },
    { step: 2, label: 'Files', state: 'done', detail: '2027-03-10.pdf' },
  ] as const
  renderChat(fakeMain({ c1: [question('q1', 'When?'), answer('a1', 'Then.', { pills: [...pills] })] }))
  const shown = await screen.findAllByRole('listitem')
  expect(shown.map(({ textContent }) => textContent).slice(-2)).toEqual([
    'Date, done · Wed, 10 Mar 2027',
    'Files, done · 2027-03-10.pdf',
  ])
})

test('while an answer is made nothing of the conversation can be asked anew', async () => {
  await running()
  expect(screen.queryByRole('button', { name: 'Edit and ask again' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Again' })).toBeNull()
})

test('names and texts are shown as text', async () => {
  const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>'
  const main = fakeMain({
    c1: [
      question('q1', evil, { attachment: evil }),
      answer('a1', evil, {
        notices: [evil],
        plan: { ...plan, rationale: evil },
        pills: [pill(1, 'done', evil)],
        sources: [{ kind: 'note', id: 'n1', title: evil, path: null, location: evil, quote: evil }],
      }),
    ],
  })
  vi.spyOn(globalThis, 'alert').mockImplementation(() => undefined)
  const { container } = renderChat(main)
  await screen.findByRole('button', { name: 'Copy' })
  expect(container.querySelectorAll('img, script')).toHaveLength(0)
  expect(globalThis.alert).not.toHaveBeenCalled()
})

test('an edited question is refused while another is answered, and its words stay in the editor', async () => {
  const main = fakeMain(whole())
  renderChat(main)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit and ask again' }))
  const editor = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question in other words' })
  await userEvent.type(screen.getByRole('textbox', { name: 'Your question' }), 'Another?{Enter}')
  await screen.findByRole('button', { name: 'Stop' })
  await userEvent.type(editor, ' Where?{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'An answer is being written here.Stop it or wait.',
  )
  expect(editor.value).toBe('When? Where?')
  expect(callsOf(main, 'chat.edit')).toEqual([])
})
