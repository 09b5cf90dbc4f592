// @vitest-environment jsdom
import { act, cleanup, within as inside, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { CallError } from '../../api.ts'
import { runCommand } from '../../commands.ts'
import { useNavigation } from '../../navigation.ts'
import { answer, question } from './testing/messages.ts'
import { callsOf, fakeMain, renderChat } from './testing/render-chat.tsx'
import { nowMs } from './testing/rows.ts'

afterEach(cleanup)

const kept = () => ({
  c1: [question('q1', 'Hi'), answer('a1', 'Hello.')],
  c2: [question('q9', '点検 soon?'), answer('a9', 'Yes.')],
})
const hit = {
  conversation: 'c2',
  title: 'Boiler',
  message: 'q9',
  role: 'user' as const,
  createdAtMs: nowMs,
  snippet: 'the 点検 soon',
  marks: [[4, 6]] as [number, number][],
}

function openFind(handlers: Parameters<typeof fakeMain>[1]) {
  const main = fakeMain(kept(), {
    'conversations.around': () => ({
      conversation: 'c2',
      messages: kept().c2,
      hasEarlier: false,
      hasLater: false,
    }),
    ...handlers,
  })
  renderChat(main)
  act(() => void runCommand('find'))
  return main
}

test('the Find command opens the search with the keyboard in it', () => {
  openFind({})
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search all chats' }))
})

test('places are shown with their words marked, and lead to the message', async () => {
  const main = openFind({ 'conversations.search': () => [hit] })
  await userEvent.keyboard('点検')
  const places = await screen.findByRole('list', { name: 'Places found' })
  expect(inside(places).getByText('点検').tagName).toBe('MARK')
  expect(callsOf(main, 'conversations.search')).toEqual([{ query: '点検', limit: 100 }])
  expect(places.textContent).toContain('You · 16 Jun 2027')
  await userEvent.click(inside(places).getByRole('button'))
  expect(useNavigation.getState().place).toEqual({ screen: 'chat', conversation: 'c2', message: 'q9' })
  await waitFor(() => expect(document.querySelector('[data-message=q9]')?.className).toMatch(/flashed/))
})

test('a search without a find says what to do', async () => {
  openFind({ 'conversations.search': () => [] })
  await userEvent.keyboard('zebra')
  expect(await screen.findByText('No chat has “zebra” in it. Try fewer or other words.')).toBeDefined()
})

test('a search that fails says why', async () => {
  openFind({
    'conversations.search': () => {
      throw new CallError({ code: 'damaged-database', message: 'The chats cannot be read', hint: 'Restart.' })
    },
  })
  await userEvent.keyboard('zebra')
  expect((await screen.findByRole('alert')).textContent).toContain('The chats cannot be read')
})

test('the search closes by button and by Escape', async () => {
  openFind({})
  await userEvent.click(screen.getByRole('button', { name: 'Close search' }))
  expect(screen.queryByRole('searchbox')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Find' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('searchbox')).toBeNull()
})
