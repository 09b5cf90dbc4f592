// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from '../../api.ts'
import { useNavigation } from '../../navigation.ts'
import { answer, question } from './testing/messages.ts'
import { callsOf, fakeMain, renderChat } from './testing/render-chat.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const pairs = (count: number) =>
  Array.from({ length: count }, (_, index) => [
    question(`q${index}`, `Q${index}`),
    answer(`a${index}`, `A${index}`),
  ]).flat()

/** jsdom lays nothing out: every message is 100 pixels high in a window of 300. */
function layOut() {
  const scroller = () => document.querySelector<HTMLElement>('section[aria-label=Messages]')
  const heightOfAll = () => document.querySelectorAll('[data-message]').length * 100
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(heightOfAll)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(300)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const index = [...document.querySelectorAll('[data-message]')].indexOf(this)
    const top = index === -1 ? 0 : index * 100 - (scroller()?.scrollTop ?? 0)
    return new DOMRect(0, top, 100, 100)
  })
  Element.prototype.scrollIntoView ??= () => undefined
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    const box = scroller()
    if (box !== null) box.scrollTop += this.getBoundingClientRect().top - 100
  })
  return () => scroller() as HTMLElement
}

test('a long conversation opens at its end', async () => {
  const scroller = layOut()
  renderChat(fakeMain({ c1: pairs(200) }))
  await waitFor(() => expect(document.querySelectorAll('[data-message]')).toHaveLength(60))
  expect(screen.getByText('A199')).toBeDefined()
  expect(scroller().scrollTop).toBe(scroller().scrollHeight)
  expect(screen.queryByRole('button', { name: 'Jump to latest' })).toBeNull()
})

test('scrolled up, earlier messages come and what is read stays in its place', async () => {
  const scroller = layOut()
  renderChat(fakeMain({ c1: pairs(200) }))
  await waitFor(() => expect(document.querySelectorAll('[data-message]')).toHaveLength(60))
  scroller().scrollTop = 150
  fireEvent.scroll(scroller())
  const first = document.querySelector('[data-message=q171]')?.getBoundingClientRect().top
  await waitFor(() => expect(document.querySelectorAll('[data-message]')).toHaveLength(160))
  expect(document.querySelector('[data-message=q171]')?.getBoundingClientRect().top).toBe(first)
  expect(scroller().scrollTop).toBe(150 + 100 * 100)
})

test('away from the end new messages move nothing, and there is a way to the latest', async () => {
  const scroller = layOut()
  const kept = { c1: pairs(20) }
  const main = fakeMain(kept)
  renderChat(main)
  await waitFor(() => expect(document.querySelectorAll('[data-message]')).toHaveLength(40))
  scroller().scrollTop = 1000
  fireEvent.scroll(scroller())
  kept.c1 = [...kept.c1, answer('late', 'Late')]
  act(() => main.api.emit('app.changed', { topics: ['messages'] }))
  await screen.findByText('Late')
  expect(scroller().scrollTop).toBe(1000)
  await userEvent.click(screen.getByRole('button', { name: 'Jump to latest' }))
  expect(scroller().scrollTop).toBe(scroller().scrollHeight)
  expect(screen.queryByRole('button', { name: 'Jump to latest' })).toBeNull()
})

test('at the end new messages are followed', async () => {
  const scroller = layOut()
  const kept = { c1: pairs(20) }
  const main = fakeMain(kept)
  renderChat(main)
  await waitFor(() => expect(document.querySelectorAll('[data-message]')).toHaveLength(40))
  kept.c1 = [...kept.c1, answer('late', 'Late')]
  act(() => main.api.emit('app.changed', { topics: ['messages'] }))
  await screen.findByText('Late')
  expect(scroller().scrollTop).toBe(scroller().scrollHeight)
})

test('one comes back to the place one left', async () => {
  const scroller = layOut()
  renderChat(fakeMain({ c1: pairs(30), c2: pairs(1) }))
  await waitFor(() => expect(document.querySelectorAll('[data-message]')).toHaveLength(60))
  scroller().scrollTop = 2250
  fireEvent.scroll(scroller())
  await act(() => useNavigation.getState().go({ screen: 'chat', conversation: 'c2' }))
  await waitFor(() => expect(document.querySelectorAll('[data-message]')).toHaveLength(2))
  await act(() => useNavigation.getState().go({ screen: 'chat', conversation: 'c1' }))
  await waitFor(() => expect(scroller().scrollTop).toBe(2250))
})

test('a question of one’s own is followed wherever one was', async () => {
  const scroller = layOut()
  const kept = { c1: pairs(20) }
  renderChat(fakeMain(kept))
  await waitFor(() => expect(document.querySelectorAll('[data-message]')).toHaveLength(40))
  scroller().scrollTop = 1000
  fireEvent.scroll(scroller())
  kept.c1 = [...kept.c1, question('q1x', 'Mine'), answer('a1x', '', { end: null })]
  await userEvent.type(screen.getByRole('textbox', { name: 'Your question' }), 'Mine{Enter}')
  await screen.findByText('Mine')
  expect(scroller().scrollTop).toBe(scroller().scrollHeight)
})

test('after a jump into a long chat the later messages come as one scrolls down, without losing the place', async () => {
  const scroller = layOut()
  renderChat(fakeMain({ c1: pairs(150) }))
  await screen.findByText('A149')
  await act(() => useNavigation.getState().go({ screen: 'chat', conversation: 'c1', message: 'q20' }))
  await screen.findByText('Q20')
  await waitFor(() => expect(document.querySelectorAll('[data-message]')).toHaveLength(60))
  expect(screen.queryByText('A149')).toBeNull()
  for (let step = 0; step < 60 && screen.queryByText('A149') === null; step += 1) {
    const count = document.querySelectorAll('[data-message]').length
    scroller().scrollTop = scroller().scrollHeight - 400
    const place = scroller().scrollTop
    fireEvent.scroll(scroller())
    await waitFor(() => expect(document.querySelectorAll('[data-message]').length).toBeGreaterThan(count))
    expect(scroller().scrollTop).toBe(place)
  }
  expect(screen.getByText('A149')).toBeDefined()
  const all = [...document.querySelectorAll<HTMLElement>('[data-message]')].map(
    (each) => each.dataset.message,
  )
  expect(all.slice(all.indexOf('q20'))).toEqual(
    pairs(150)
      .slice(40)
      .map(({ id }) => id),
  )
})

test('a jump shows what is around its target before the rest of the stretch, and the target stays', async () => {
  const scroller = layOut()
  renderChat(fakeMain({ c1: pairs(1000) }))
  await screen.findByText('A999')
  const drawn: number[] = []
  const scrollIntoView = vi.mocked(Element.prototype.scrollIntoView).getMockImplementation()
  vi.mocked(Element.prototype.scrollIntoView).mockImplementation(function (this: Element) {
    drawn.push(document.querySelectorAll('[data-message]').length)
    scrollIntoView?.call(this)
  })
  await act(() => useNavigation.getState().go({ screen: 'chat', conversation: 'c1', message: 'q20' }))
  await screen.findByText('Q20')
  await waitFor(() => expect(document.querySelectorAll('[data-message]')).toHaveLength(60))
  expect(drawn[0]).toBeLessThanOrEqual(8)
  const target = document.querySelector('[data-message=q20]')?.getBoundingClientRect().top ?? -1
  expect(target).toBeGreaterThanOrEqual(0)
  expect(target).toBeLessThan(300)
  expect(scroller().scrollTop).toBeGreaterThan(0)
})

test('from an earlier place the way to the latest leads to the end, and not back when the place is loaded again', async () => {
  const scroller = layOut()
  renderChat(fakeMain({ c1: pairs(150) }))
  await screen.findByText('A149')
  await act(() => useNavigation.getState().go({ screen: 'chat', conversation: 'c1', message: 'q110' }))
  await screen.findByText('Q110')
  await waitFor(
    () => expect(document.querySelector('[data-message=q110]')?.className).not.toContain('flashed'),
    {
      timeout: 4000,
    },
  )
  vi.mocked(Element.prototype.scrollIntoView).mockClear()
  await userEvent.click(screen.getByRole('button', { name: 'Jump to latest' }))
  fireEvent.scroll(scroller())
  await screen.findByText('A149')
  await waitFor(() => expect(screen.queryByText('Q110')).toBeNull())
  expect(scroller().scrollTop).toBe(scroller().scrollHeight)
  scroller().scrollTop = 300
  fireEvent.scroll(scroller())
  await screen.findByText('Q110')
  expect(Element.prototype.scrollIntoView).not.toHaveBeenCalled()
})

test('a question without an answer says so, and is asked again as it is', async () => {
  const main = fakeMain({ c1: [question('q1', 'When?'), answer('a1', 'Then.'), question('q2', 'And now?')] })
  renderChat(main)
  expect((await screen.findByRole('alert')).textContent).toContain('No answer was begun.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(callsOf(main, 'chat.again')).toEqual([{ answer: 'q2' }])
})

test('a huge message is folded, says how large it is, and is shown whole when asked', async () => {
  const huge = 'A line of a very long answer.\n\n'.repeat(13_000)
  renderChat(fakeMain({ c1: [question('q1', 'All?'), answer('a1', huge)] }))
  const unfold = await screen.findByRole('button', { name: 'Show all 403 kB' })
  const seen = () => screen.getByRole('region', { name: 'Answer' }).textContent?.length ?? 0
  expect(seen()).toBeLessThan(8_000)
  await userEvent.click(unfold)
  await waitFor(() => expect(seen()).toBeGreaterThan(12_000))
})

test('a huge text is whole within seconds, and says so', async () => {
  const huge = 'A line of a very long question.\n'.repeat(13_000)
  renderChat(fakeMain({ c1: [question('q1', huge), answer('a1', 'Yes.')] }))
  await userEvent.click(await screen.findByRole('button', { name: 'Show all 416 kB' }))
  expect(await screen.findByText(/^Showing the rest… \d+ %$/)).toBeDefined()
  expect(await screen.findByText('All 416 kB are shown.')).toBeDefined()
  const seen = [...screen.getByRole('region', { name: 'Your question' }).querySelectorAll('p[dir=auto]')]
  expect(seen.map(({ textContent }) => textContent).join('')).toBe(huge)
})

test('a chat that cannot be opened says why and is asked for again', async () => {
  let isBroken = true
  const main = fakeMain(
    {},
    {
      'conversations.messages': () => {
        if (isBroken)
          throw new CallError({
            code: 'not-found',
            message: 'There is no such chat',
            hint: 'It was deleted.',
          })
        return { messages: [question('q1', 'Here after all')], hasEarlier: false, hasLater: false }
      },
    },
  )
  renderChat(main)
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This chat could not be opened.There is no such chat',
  )
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Here after all')).toBeDefined()
})

test('a chat that takes long to open says what is waited for', async () => {
  renderChat(fakeMain({}, { 'conversations.messages': () => new Promise(() => undefined) }))
  expect(await screen.findByText('Opening the chat…')).toBeDefined()
})

test('a new chat says what Pixie is for, and an example fills the composer without sending', async () => {
  const main = fakeMain({}, { 'models.examples': () => ['What is on Sunday?'] })
  renderChat(main, null)
  expect(screen.getByRole('heading', { name: 'Ask about what is yours' })).toBeDefined()
  await userEvent.click(await screen.findByRole('button', { name: 'What is on Sunday?' }))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' })
  expect(field.value).toBe('What is on Sunday?')
  expect(document.activeElement).toBe(field)
  expect(callsOf(main, 'chat.send')).toEqual([])
})
