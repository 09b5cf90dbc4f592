import type {
  CalendarFault,
  CalendarSource,
  calendarCalls,
  CalendarEvent as ShownEvent,
} from '../../shared/contract/calendar.ts'
import { PixieError } from '../../shared/errors.ts'
import type { CalendarReport, CalendarSource as SourceState } from '../calendar/calendar-reader.ts'
import type { CalendarEvent } from '../calendar/instances.ts'
import { realPathOr } from '../files/grants.ts'
import { nameOf, placeOf } from '../files/place.ts'
import type { Handlers, Services } from './handlers.ts'

/** A year and a bit; more is nothing that a screen shows. */
const maxDays = 400
const icsFilter = { name: 'Calendars', extensions: ['ics', 'ical', 'icalendar'] }

export function calendarHandlers({ pixie, desktop, publish }: Services): Handlers<typeof calendarCalls> {
  const { calendar } = pixie
  const removed = new Set<string>()
  const changed = () => publish('app.changed', { topics: ['calendar'] })
  const choose = {
    file: () =>
      desktop.chooseFile({ title: 'Choose a calendar (.ics)', button: 'Add', filters: [icsFilter] }),
    folder: () => desktop.chooseFolder({ title: 'Choose a folder with calendars (.ics)', button: 'Add' }),
  }

  return {
    'calendar.sources': async () => (await calendar.sources()).map(toSource),
    'calendar.add': async ({ what }) => {
      const chosen = await choose[what]()
      if (chosen === null) return null
      await calendar.add(chosen)
      changed()
      const path = realPathOr(chosen)
      const added = (await calendar.sources()).find((source) => source.path === path)
      return added === undefined ? null : toSource(added)
    },
    'calendar.remove': async ({ path }) => {
      await calendar.remove(path)
      removed.add(path)
      changed()
      return {}
    },
    'calendar.undo-remove': async ({ path }) => {
      if (!removed.delete(path)) throw notRemoved(path)
      await calendar.add(path)
      changed()
      return {}
    },
    'calendar.list': async ({ from, to }) => {
      if ((Date.parse(to) - Date.parse(from)) / 86_400_000 >= maxDays) throw tooLong(from, to)
      return (await calendar.list({ from, to })).map(toEvent)
    },
    'calendar.report': async () => (await calendar.report()).unreadable.map(toFault),
  }
}

function toSource({ path, ...rest }: SourceState): CalendarSource {
  return { path, name: nameOf(path), place: placeOf(path), ...rest }
}

function toFault({ file, line, reason }: CalendarReport['unreadable'][number]): CalendarFault {
  return { file: nameOf(file), place: placeOf(file), line, reason }
}

function toEvent({ uid, ...event }: CalendarEvent): ShownEvent {
  const source = { kind: 'event', id: `${uid}@${event.start}`, title: event.title } as const
  return { ...event, source: { ...source, path: null, location: event.location, quote: '' } }
}

function notRemoved(path: string): PixieError {
  return new PixieError('not-found', {
    what: 'This calendar was not removed just now',
    value: path,
    hint: 'Add it again with "Add calendar".',
  })
}

function tooLong(from: string, to: string): PixieError {
  return new PixieError('invalid-input', {
    what: `More than ${maxDays} days at once`,
    value: `${from} to ${to}`,
    hint: 'Ask for fewer days.',
  })
}
