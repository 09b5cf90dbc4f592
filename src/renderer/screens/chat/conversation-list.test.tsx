// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConversationRow } from '../../../shared/contract/conversations.ts'
import { CallError } from '../../api.ts'
import { useNavigation } from '../../navigation.ts'
import { useToasts } from '../../ui/toast.ts'
import { ConversationList } from './conversation-list.tsx'
import { callsOf, fakeMain, within } from './testing/render-chat.tsx'
import { nowMs, row } from './testing/rows.ts'

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  useNavigation.setState({ place: { screen: 'chat', conversation: 'a' }, earlier: [], guard: null })
})
afterEach(cleanup)

const rows = () => [
  row('p', 'Kept', { isPinned: true }),
  row('a', 'Boiler', { hasDraft: true }),
  row('b', '旅行の計画', { changedAtMs: nowMs - 86_400_000 }),
]

async function show(list: ConversationRow[] = rows(), handlers: Parameters<typeof fakeMain>[1] = {}) {
  const done = () => ({})
  const main = fakeMain(
    {},
    {
      'conversations.list': () => list,
      'conversations.rename': done,
      'conversations.pin': done,
      'conversations.delete': done,
      'conversations.undelete': done,
      'conversations.export': () => 'boiler.md',
      ...handlers,
    },
  )
  render(within(main, <ConversationList current="a" />))
  await waitFor(() => expect(document.querySelector('h2, p, [role=alert]')).not.toBeNull())
  return main
}

const open = (title: RegExp) => screen.getByRole('button', { name: title })

async function choose(item: string) {
  await userEvent.hover(open(/^Boiler/))
  await userEvent.click(screen.getByRole('button', { name: 'More about Boiler' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${item}`) }))
}

test('conversations stand by day with the shown one and drafts marked', async () => {
  await show()
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Pinned',
    'Today',
    'Yesterday',
  ])
  expect(open(/^Boiler/).getAttribute('aria-current')).toBe('page')
  expect(open(/^Boiler/).textContent).toBe('Boilerdraft')
})

test('a click opens, and the arrow keys move without opening', async () => {
  await show()
  open(/^Boiler/).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(open(/^旅行/))
  expect(useNavigation.getState().place).toEqual({ screen: 'chat', conversation: 'a' })
  await userEvent.keyboard('{Enter}')
  expect(useNavigation.getState().place).toEqual({ screen: 'chat', conversation: 'b' })
  await userEvent.keyboard('{Home}')
  expect(document.activeElement).toBe(open(/^Kept/))
})

test('one Tab reaches the list', async () => {
  await show()
  const rowButtons = [open(/^Kept/), open(/^Boiler/), open(/^旅行/)]
  expect(rowButtons.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1])
})

test('a new name is typed in the row; Enter keeps it, Escape does not', async () => {
  const main = await show()
  await choose('Rename')
  await userEvent.clear(screen.getByRole('textbox', { name: 'New name of Boiler' }))
  await userEvent.keyboard('Heating{Enter}')
  expect(callsOf(main, 'conversations.rename')).toEqual([{ conversation: 'a', title: 'Heating' }])
  open(/^Boiler/).focus()
  await userEvent.keyboard('{F2}')
  await userEvent.keyboard('Other{Escape}')
  expect(callsOf(main, 'conversations.rename')).toHaveLength(1)
  await waitFor(() => expect(document.activeElement).toBe(open(/^Boiler/)))
})

test('a new name is kept by a press elsewhere, and the keyboard is where one pressed', async () => {
  const main = await show()
  open(/^Boiler/).focus()
  await userEvent.keyboard('{F2}Heating')
  await userEvent.click(open(/^Kept/))
  expect(callsOf(main, 'conversations.rename')).toEqual([{ conversation: 'a', title: 'Heating' }])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(document.activeElement).toBe(open(/^Kept/))
})

test('a row that is pinned keeps the keyboard where it goes', async () => {
  let list = rows()
  const main = await show(list, {
    'conversations.list': () => list,
    'conversations.pin': () => {
      list = list.map((row) => ({ ...row, isPinned: true }))
      return {}
    },
  })
  await choose('Pin')
  main.api.emit('app.changed', { topics: ['conversations'] })
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Today' })).toBeNull())
  await waitFor(() => expect(document.activeElement?.closest('li')).toBe(open(/^Boiler/).closest('li')))
})

test('an Enter of an input method does not end a new name', async () => {
  const main = await show()
  await choose('Rename')
  const field = screen.getByRole('textbox', { name: 'New name of Boiler' })
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  expect(callsOf(main, 'conversations.rename')).toEqual([])
  expect(field.isConnected).toBe(true)
})

test('pinning and exporting are in the menu', async () => {
  const main = await show()
  await choose('Pin')
  await choose('Export as Markdown')
  await choose('Export as JSON')
  expect(callsOf(main, 'conversations.pin')).toEqual([{ conversation: 'a', isPinned: true }])
  expect(callsOf(main, 'conversations.export')).toEqual([
    { conversation: 'a', format: 'markdown' },
    { conversation: 'a', format: 'json' },
  ])
  expect(await screen.findAllByText('Saved as boiler.md')).toHaveLength(2)
})

test('the right mouse button opens the same menu', async () => {
  await show()
  fireEvent.contextMenu(open(/^Boiler/))
  expect(await screen.findByRole('menuitem', { name: /^Rename/ })).toBeDefined()
})

test('deleting works at once, leaves the shown chat, and can be taken back', async () => {
  const main = await show()
  await choose('Delete')
  expect(callsOf(main, 'conversations.delete')).toEqual([{ conversation: 'a' }])
  await waitFor(() => expect(useNavigation.getState().place).toEqual({ screen: 'chat', conversation: null }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(callsOf(main, 'conversations.undelete')).toEqual([{ conversation: 'a' }])
  await waitFor(() => expect(useNavigation.getState().place).toEqual({ screen: 'chat', conversation: 'a' }))
})

test('when a row is deleted the keyboard goes on at the next one', async () => {
  let list = rows()
  const main = await show(list, {
    'conversations.list': () => list,
    'conversations.delete': ({ conversation }) => {
      list = list.filter(({ id }) => id !== conversation)
      return {}
    },
  })
  for (const [gone, next] of [
    [/^Kept/, /^Boiler/],
    [/^旅行/, /^Boiler/],
  ] as const) {
    open(gone).focus()
    await userEvent.keyboard('{Delete}')
    main.api.emit('app.changed', { topics: ['conversations'] })
    await waitFor(() => expect(screen.queryByRole('button', { name: gone })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(open(next)))
  }
})

test('what main refuses is told', async () => {
  await show(rows(), {
    'conversations.pin': () => {
      throw new CallError({ code: 'not-found', message: 'There is no such chat', hint: '' })
    },
  })
  await choose('Pin')
  expect(await screen.findByText('There is no such chat')).toBeDefined()
})

test('without any chat it says what will stand here', async () => {
  await show([])
  expect(screen.getByText('Your chats will stand here.')).toBeDefined()
})

test('a list that cannot be read says so and can be asked for again', async () => {
  const main = await show([], {
    'conversations.list': () => {
      throw new CallError({ code: 'database-busy', message: 'The database is busy', hint: 'Wait.' })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(callsOf(main, 'conversations.list')).toHaveLength(2)
})
