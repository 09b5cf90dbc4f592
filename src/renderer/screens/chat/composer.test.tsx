// @vitest-environment jsdom
import { act, cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from '../../api.ts'
import { useNavigation } from '../../navigation.ts'
import { answer, question } from './testing/messages.ts'
import { callsOf, fakeMain, renderChat, started } from './testing/render-chat.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const talk = () => ({ c1: [question('q0', 'Hello?'), answer('a0', 'Hello.')] })
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' })

test('Enter sends what was written and empties the composer', async () => {
  const main = fakeMain(talk())
  renderChat(main)
  await userEvent.type(field(), 'When is it due?{Enter}')
  expect(callsOf(main, 'chat.send')).toEqual([
    { conversation: 'c1', question: 'When is it due?', attachment: null },
  ])
  await waitFor(() => expect(field().value).toBe(''))
})

test('Shift+Enter breaks the line', async () => {
  const main = fakeMain(talk())
  renderChat(main)
  await userEvent.type(field(), 'One{Shift>}{Enter}{/Shift}Two')
  expect(field().value).toBe('One\nTwo')
  expect(callsOf(main, 'chat.send')).toEqual([])
})

test('no Enter of an input method sends, in the order of any engine', async () => {
  const main = fakeMain(talk())
  renderChat(main)
  await userEvent.type(field(), 'かんじ')
  const enter = (more: object) => fireEvent.keyDown(field(), { key: 'Enter', ...more })
  fireEvent.compositionStart(field())
  enter({ isComposing: true })
  enter({ keyCode: 229 })
  fireEvent.compositionEnd(field())
  // WebKit: the composition has ended when its Enter comes.
  enter({})
  expect(callsOf(main, 'chat.send')).toEqual([])
  fireEvent.keyUp(field(), { key: 'Enter' })
  enter({})
  expect(callsOf(main, 'chat.send')).toHaveLength(1)
})

test('nothing but spaces is not sent', async () => {
  const main = fakeMain(talk())
  renderChat(main)
  await userEvent.type(field(), '  {Enter}')
  expect(callsOf(main, 'chat.send')).toEqual([])
  expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true)
})

test('the first question of a new chat leads to its conversation', async () => {
  const main = fakeMain({ c1: [question('q1', 'Hi'), answer('a1', '', { end: null })] })
  renderChat(main, null)
  await userEvent.type(field(), 'Hi{Enter}')
  await waitFor(() => expect(useNavigation.getState().place).toEqual({ screen: 'chat', conversation: 'c1' }))
  expect(callsOf(main, 'chat.send')).toEqual([{ conversation: null, question: 'Hi', attachment: null }])
  expect(document.activeElement).toBe(field())
})

test('what is typed on while a question is sent is the next one, also where it begins a conversation', async () => {
  for (const begun of ['c1', null]) {
    let answerTheCall = () => {}
    const main = fakeMain(talk(), {
      'chat.send': () => new Promise((resolve) => (answerTheCall = () => resolve(started))),
    })
    const { unmount } = renderChat(main, begun)
    await userEvent.type(field(), 'Hi{Enter}and then{Enter}')
    answerTheCall()
    await waitFor(() => expect(useNavigation.getState().place).toMatchObject({ conversation: 'c1' }))
    await waitFor(() => expect(main.drafts.c1).toBe('and then'))
    expect(field().value).toBe('and then')
    expect(document.activeElement).toBe(field())
    expect(main.drafts.new ?? '').toBe('')
    expect(callsOf(main, 'chat.send')).toHaveLength(1)
    unmount()
  }
})

test('what main refuses comes back before what was typed on', async () => {
  let refuse = () => {}
  const main = fakeMain(talk(), {
    'chat.send': () =>
      new Promise((_, reject) => {
        refuse = () => reject(new CallError({ code: 'engine-failed', message: 'No', hint: '' }))
      }),
  })
  renderChat(main)
  await userEvent.type(field(), 'Hi{Enter}and then')
  refuse()
  await waitFor(() => expect(field().value).toBe('Hi\nand then'))
})

test('what main refuses stays in the composer, with the reason', async () => {
  const main = fakeMain(talk(), {
    'chat.send': () => {
      throw new CallError({
        code: 'context-exceeded',
        message: 'The question is too long',
        hint: 'Shorten it.',
      })
    },
  })
  renderChat(main)
  await userEvent.type(field(), 'Long{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This was not sent.The question is too long.Shorten it.',
  )
  expect(field().value).toBe('Long')
})

test('a draft comes back where it was left, and is written when one leaves', async () => {
  const main = fakeMain({ ...talk(), c2: [] })
  main.drafts.c2 = 'kept before'
  renderChat(main)
  await userEvent.type(field(), 'half a ques')
  await act(() => useNavigation.getState().go({ screen: 'chat', conversation: 'c2' }))
  expect(main.drafts.c1).toBe('half a ques')
  await waitFor(() => expect(field().value).toBe('kept before'))
  await act(() => useNavigation.getState().go({ screen: 'chat', conversation: 'c1' }))
  expect(field().value).toBe('half a ques')
  await userEvent.keyboard('tion')
  expect(field().value).toBe('half a question')
})

test('a draft is written when the window closes', async () => {
  const main = fakeMain(talk())
  renderChat(main)
  await userEvent.type(field(), 'half')
  fireEvent(window, new Event('pagehide'))
  expect(main.drafts.c1).toBe('half')
})

test('a sent question leaves no draft', async () => {
  const main = fakeMain(talk())
  renderChat(main)
  await userEvent.type(field(), 'Hi{Enter}')
  await waitFor(() => expect(main.drafts.c1).toBe(''))
})

test('the price follows what is written', async () => {
  const main = fakeMain(talk())
  renderChat(main)
  expect(await screen.findByText('2,880 of 4,096 left')).toBeDefined()
  await userEvent.type(field(), 'nine char')
  expect(await screen.findByText('9 tokens · 2,871 of 4,096 left')).toBeDefined()
})

test('an estimate is called one, and earlier questions that no longer fit are named', async () => {
  const main = fakeMain(talk(), {
    'chat.price': () => ({
      tokens: 1,
      isExact: false,
      left: 100,
      window: 4096,
      exchangesSeen: 2,
      exchangesLeftOut: 3,
    }),
  })
  renderChat(main)
  expect(
    await screen.findByText('about 1 token · 100 of 4,096 left · 3 earlier questions no longer fit'),
  ).toBeDefined()
})

test('a question that cannot fit is refused in words before it is sent', async () => {
  const main = fakeMain(talk(), {
    'chat.price': () => ({
      tokens: 5000,
      isExact: true,
      left: -120,
      window: 4096,
      exchangesSeen: 0,
      exchangesLeftOut: 0,
    }),
  })
  renderChat(main)
  await userEvent.type(field(), 'much')
  expect(await screen.findByText('5,000 tokens: too long by 120. Shorten it to send it.')).toBeDefined()
  await userEvent.type(field(), '{Enter}')
  expect(callsOf(main, 'chat.send')).toEqual([])
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(field().value).toBe('much')
})

test('a price of an earlier text keeps nothing from being sent', async () => {
  const main = fakeMain(talk(), {
    'chat.price': ({ question }) =>
      question === 'short'
        ? new Promise(() => undefined)
        : {
            tokens: 5000,
            isExact: true,
            left: question.length > 5 ? -120 : 100,
            window: 4096,
            exchangesSeen: 0,
            exchangesLeftOut: 0,
          },
  })
  renderChat(main)
  fireEvent.change(field(), { target: { value: 'much too long' } })
  await screen.findByText('5,000 tokens: too long by 120. Shorten it to send it.')
  fireEvent.change(field(), { target: { value: 'short' } })
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(callsOf(main, 'chat.send')).toEqual([{ conversation: 'c1', question: 'short', attachment: null }])
})

test('a file is chosen with the paperclip, taken away again, and sent with the question', async () => {
  let number = 0
  const main = fakeMain(talk(), {
    'chat.attach-from-dialog': () => {
      number += 1
      return { id: `at${number}`, name: 'lease.pdf', sizeBytes: 123_456 }
    },
  })
  renderChat(main)
  await userEvent.click(screen.getByRole('button', { name: 'Ask about a file' }))
  expect(await screen.findByText('123 kB')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Do not ask about lease.pdf' }))
  expect(screen.queryByText('lease.pdf')).toBeNull()
  expect(callsOf(main, 'chat.detach')).toEqual([{ attachment: 'at1' }])
  await userEvent.click(screen.getByRole('button', { name: 'Ask about a file' }))
  await screen.findByText('lease.pdf')
  await userEvent.type(field(), 'Who signed?{Enter}')
  expect(callsOf(main, 'chat.send')).toEqual([
    { conversation: 'c1', question: 'Who signed?', attachment: 'at2' },
  ])
  await waitFor(() => expect(screen.queryByText('lease.pdf')).toBeNull())
})

function drop(files: File[]) {
  const event = createEvent.drop(field())
  Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files } })
  fireEvent(field(), event)
  return event
}

test('a dropped file is asked about by its path, and nothing else happens with it', async () => {
  const main = fakeMain(talk(), { 'chat.attach': () => ({ id: 'at1', name: 'lease.pdf', sizeBytes: 10 }) })
  renderChat(main)
  const event = drop([new File(['x'], 'lease.pdf')])
  expect(event.defaultPrevented).toBe(true)
  expect(await screen.findByText('lease.pdf')).toBeDefined()
  expect(callsOf(main, 'chat.attach')).toEqual([{ path: '/dropped/lease.pdf' }])
})

test('several dropped files are refused in words', async () => {
  const main = fakeMain(talk())
  renderChat(main)
  drop([new File(['x'], 'a.txt'), new File(['y'], 'b.txt')])
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Only one file can be asked about at a time',
  )
})

test('what was wrong with a file goes away as one types, and with a new chat', async () => {
  const main = fakeMain(talk())
  renderChat(main, null)
  const dropTwo = async () => {
    drop([new File(['x'], 'a.txt'), new File(['y'], 'b.txt')])
    await screen.findByRole('alert')
  }
  await dropTwo()
  await userEvent.type(field(), 'W')
  expect(screen.queryByRole('alert')).toBeNull()
  await dropTwo()
  await userEvent.click(screen.getByRole('button', { name: 'New chat' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('dragging a file over the chat says what dropping it does', async () => {
  renderChat(fakeMain(talk()))
  fireEvent.dragEnter(field(), { dataTransfer: { types: ['Files'] } })
  expect(screen.getByText('Drop to ask about this file')).toBeDefined()
  fireEvent.dragLeave(field(), { dataTransfer: { types: ['Files'] } })
  expect(screen.queryByText('Drop to ask about this file')).toBeNull()
})

test('without a model it says so, leads to the settings, and still keeps what is written', async () => {
  const main = fakeMain(talk(), {
    'models.status': () => ({ state: 'none', name: '', error: null, download: null }),
  })
  renderChat(main)
  expect(await screen.findByText(/There is no model on this computer yet/)).toBeDefined()
  await userEvent.type(field(), 'Hi{Enter}')
  expect(callsOf(main, 'chat.send')).toEqual([])
  expect(field().value).toBe('Hi')
  await userEvent.click(screen.getByRole('button', { name: 'Model settings' }))
  expect(useNavigation.getState().place).toEqual({ screen: 'settings', section: 'model' })
})

test('while an answer is made there is Stop, by button and by Escape, and one can write on', async () => {
  const main = fakeMain(
    { c1: [question('q1', 'Hi'), answer('a1', '', { end: null })] },
    {
      'chat.running': () => [{ ...started, seq: 0, events: [], error: null, isOver: false }],
      'chat.snapshot': () => ({ ...started, seq: 0, events: [], error: null, isOver: false }),
    },
  )
  renderChat(main)
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(callsOf(main, 'chat.stop')).toEqual([{ run: 'r1' }])
  expect(document.activeElement).toBe(field())
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  await userEvent.type(field(), 'next{Enter}')
  expect(field().value).toBe('next')
  expect(callsOf(main, 'chat.send')).toEqual([])
  await userEvent.type(field(), '{Escape}')
  expect(callsOf(main, 'chat.stop')).toHaveLength(2)
})

test('three Enters at once send one question, and what is sent does not come back', async () => {
  const main = fakeMain(talk())
  renderChat(main)
  await userEvent.type(field(), 'Hi')
  const enter = () =>
    field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  act(() => {
    enter()
    enter()
    enter()
  })
  await waitFor(() => expect(main.drafts.c1).toBe(''))
  expect(callsOf(main, 'chat.send')).toHaveLength(1)
  expect(field().value).toBe('')
  expect(screen.queryByRole('alert')).toBeNull()
})
