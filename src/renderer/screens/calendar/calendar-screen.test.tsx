// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { CalendarEvent, CalendarSource } from '../../../shared/contract/calendar.ts'
import { CallError } from '../../api.ts'
import { closeScreen, renderScreen } from '../../testing/render-screen.tsx'
import { CalendarScreen } from './calendar-screen.tsx'

afterEach(closeScreen)

const event = (title: string, start: string, end: string): CalendarEvent => ({
  title,
  start,
  end,
  allDay: start.length === 10,
  location: 'Linnégatan 20',
  calendar: 'Mara',
  source: { kind: 'event', id: `${title}@${start}`, title, path: null, location: null, quote: '' },
})

const mine: CalendarSource = {
  path: '/home/mara/mara.ics',
  name: 'mara.ics',
  place: 'Home',
  isFolder: false,
  files: 1,
  events: 214,
  unreadable: 0,
  isMissing: false,
}

const events = [
  event('Call', '2026-12-01T08:00:00+01:00', '2026-12-01T08:30:00+01:00'),
  event('Fair', '2026-12-01', '2026-12-02'),
]

function open(sources: CalendarSource[], handlers: Parameters<typeof renderScreen>[1] = {}) {
  return renderScreen(<CalendarScreen />, {
    'settings.get': () => ({
      theme: 'system',
      weekStart: 'monday',
      zoom: 1,
      sidebarFolded: false,
      globalShortcut: null,
    }),
    'calendar.sources': () => sources,
    'calendar.list': ({ from, to }) =>
      events.filter(({ start }) => start.slice(0, 10) >= from && start.slice(0, 10) <= to),
    ...handlers,
  })
}

const row = (text: string) => screen.findByRole('row', { name: new RegExp(text) })

describe('the week', () => {
  it('is that of today, which is marked, with all days and whole-day events first', async () => {
    open([mine])
    expect(await screen.findByText('30 November – 6 December 2026')).toBeTruthy()
    await row('Call')
    const text = document.body.textContent
    expect(text).toContain('Mon30Today')
    expect(text.indexOf('All dayFair')).toBeLessThan(text.indexOf('08:00–08:30Call'))
    expect(screen.getAllByText('No events')).toHaveLength(5)
    expect(screen.getByRole('button', { name: 'Today' })).toHaveProperty('disabled', true)
  })

  it('can be left and come back to', async () => {
    const { user, api } = open([mine])
    await screen.findByText('30 November – 6 December 2026')
    await user.click(screen.getByRole('button', { name: 'Week before' }))
    expect(await screen.findByText('23 – 29 November 2026')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Today' }))
    await user.click(screen.getByRole('button', { name: 'Week after' }))
    expect(await screen.findByText('7 – 13 December 2026')).toBeTruthy()
    expect(api.made.filter(({ name }) => name === 'calendar.list').at(-1)?.params).toEqual({
      from: '2026-12-07',
      to: '2026-12-13',
    })
  })

  it('opens an event with the keyboard', async () => {
    const { user } = open([mine], {
      'sources.view': ({ source }) => ({
        kind: 'event',
        title: source.title,
        place: 'Tuesday 1 December, 08:00–08:30',
        state: 'found',
        text: 'Bring the tax notes.',
        marks: [],
        location: null,
        isExcerpt: false,
        hasFile: false,
      }),
    })
    const call = await row('Call')
    call.focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Tuesday 1 December, 08:00–08:30')).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(call))
  })
})

describe('calendars', () => {
  it('are asked for while there is none, as a file or a folder', async () => {
    const { user, api } = open([], { 'calendar.add': () => null })
    await user.click(await screen.findByRole('button', { name: 'Add calendar' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Folder with calendars…' }))
    expect(api.made.find(({ name }) => name === 'calendar.add')?.params).toEqual({ what: 'folder' })
  })

  it('that cannot be added say why', async () => {
    const { user } = open([], {
      'calendar.add': () => {
        throw new CallError({
          code: 'invalid-input',
          message: 'This is no calendar file',
          hint: 'Give an .ics file.',
        })
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Add calendar' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Calendar file (.ics)…' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Give an .ics file.')
  })

  it('can be removed, and that can be undone', async () => {
    const { user, api } = open([mine], {
      'calendar.remove': () => ({}),
      'calendar.undo-remove': () => ({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Remove mara.ics' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(api.made.at(-1)).toEqual({ name: 'calendar.undo-remove', params: { path: mine.path } })
  })

  it('tell what of them could not be read', async () => {
    const { user } = open(
      [
        { ...mine, unreadable: 1 },
        { ...mine, path: '/old', name: 'old.ics', isMissing: true },
      ],
      {
        'calendar.report': () => [
          { file: 'mara.ics', place: 'Home', line: 40, reason: 'DTSTART is not a date' },
        ],
      },
    )
    const list = await screen.findByRole('grid', { name: 'Calendars Pixie reads' })
    expect(list.textContent).toContain('1 unreadable or in doubt')
    expect(list.textContent).toContain('Not there now')
    await user.click(screen.getByRole('button', { name: 'Show what could not be read (1)' }))
    expect(
      within(await screen.findByRole('list', { name: 'What could not be read' })).getByText(
        'mara.ics, line 40',
      ),
    ).toBeTruthy()
  })
})
