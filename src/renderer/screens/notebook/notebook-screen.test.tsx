// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Note } from '../../../shared/contract/notebook.ts'
import { CallError } from '../../api.ts'
import { useNavigation } from '../../navigation.ts'
import { closeScreen, nowMs, renderScreen } from '../../testing/render-screen.tsx'
import { NotebookScreen } from './notebook-screen.tsx'

afterEach(closeScreen)

const note = (id: string, text: string, more: Partial<Note> = {}): Note => ({
  id,
  kind: 'fact',
  subject: null,
  text,
  createdAtMs: nowMs - 3600_000,
  origin: { type: 'owner' },
  ...more,
})

/** A Notebook that remembers. */
function open(...first: Note[]) {
  let notes = first
  const gone: Note[] = []
  const changed = () => screenApi.emit('app.changed', { topics: ['notebook'] })
  const { api, user } = renderScreen(<NotebookScreen />, {
    'notebook.list': ({ before, limit }) => {
      const from = before === null ? 0 : notes.findIndex(({ id }) => id === before) + 1
      return { notes: notes.slice(from, from + limit), hasMore: notes.length > from + limit }
    },
    'notebook.search': ({ query }) => notes.filter(({ text }) => text.includes(query)),
    'notebook.add': ({ text, kind, subject }) => {
      if (text.includes('too long'))
        throw new CallError({ code: 'invalid-input', message: 'This is too long', hint: 'Shorten it.' })
      const added = note('new', text, { subject, ...(kind === undefined ? {} : { kind }) })
      notes = [added, ...notes]
      changed()
      return added
    },
    'notebook.forget': ({ id }) => {
      gone.push(...notes.filter((each) => each.id === id))
      notes = notes.filter((each) => each.id !== id)
      changed()
      return {}
    },
    'notebook.undo-forget': () => {
      const [back = expect.unreachable()] = gone.splice(0, 1)
      notes = [back, ...notes]
      changed()
      return back
    },
  })
  const screenApi = api
  return { api, user }
}

const rows = () => screen.findAllByRole('row')

describe('the Notebook', () => {
  it('says what to do while it is empty', async () => {
    open()
    expect(await screen.findByText('Nothing noted yet')).toBeTruthy()
  })

  it('shows each line with what it is about and where it came from, as plain text', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    open(
      note('a', hostile, { subject: hostile, kind: 'person' }),
      note('b', 'warm white', {
        kind: 'digest',
        origin: { type: 'conversation', conversation: 'c', message: 'm', title: 'Which white?' },
      }),
    )
    const [first = expect.unreachable(), second = expect.unreachable()] = await rows()
    expect(within(first).getAllByText(hostile)).toHaveLength(2)
    expect(document.querySelector('img')).toBeNull()
    await waitFor(() => expect(first.textContent).toContain('You wrote it · Today 11:00'))
    expect(within(second).getByRole('button', { name: 'Which white?' })).toBeTruthy()
  })

  it('goes to the message that a line came from', async () => {
    const origin = { type: 'conversation', conversation: 'c', message: 'm', title: 'Which white?' } as const
    const { user } = open(note('b', 'warm white', { origin }))
    await user.click(await screen.findByRole('button', { name: 'Which white?' }))
    expect(useNavigation.getState().place).toEqual({ screen: 'chat', conversation: 'c', message: 'm' })
  })

  it('adds what is written with Enter, and breaks the line with Shift', async () => {
    const { user, api } = open()
    const field = screen.getByRole('textbox', { name: 'A new line' })
    await user.type(field, 'My boots{Shift>}{Enter}{/Shift}are 40{Enter}')
    expect(api.made.find(({ name }) => name === 'notebook.add')?.params).toEqual({
      text: 'My boots\nare 40',
      kind: 'fact',
      subject: null,
    })
    expect((await rows())[0]?.textContent).toContain('are 40')
    expect(field).toHaveProperty('value', '')
  })

  it('keeps what was written when it is refused, and says why', async () => {
    const { user } = open()
    const field = screen.getByRole('textbox', { name: 'A new line' })
    await user.type(field, 'too long{Enter}')
    expect(await screen.findByText('This is too long. Shorten it.')).toBeTruthy()
    expect(field).toHaveProperty('value', 'too long')
  })

  it('forgets a line and brings it back', async () => {
    const { user } = open(note('a', 'My boots are 40'))
    await user.click(await screen.findByRole('button', { name: 'Forget' }))
    expect(await screen.findByText('Nothing noted yet')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect((await rows())[0]?.textContent).toContain('My boots are 40')
  })

  it('searches while one types', async () => {
    const { user } = open(note('a', 'boots'), note('b', 'sails'))
    await rows()
    await user.type(screen.getByRole('searchbox'), 'sai')
    expect(await screen.findByText('sails')).toBeTruthy()
    await user.type(screen.getByRole('searchbox'), 'zzz')
    expect(await screen.findByText('No line has all these words')).toBeTruthy()
  })

  it('moves through its lines with the arrow keys', async () => {
    const { user } = open(note('a', 'first'), note('b', 'second'))
    const [first, second] = await rows()
    await user.tab()
    await user.tab()
    await user.tab()
    expect(document.activeElement).toBe(first)
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(second)
  })
})
