/** Content lines to events and time zones. What is broken is set aside with its line; what follows is read all the same. */
import { type ContentLine, contentLines, type Property, parseProperty, unescapeText } from './ics-lines.ts'

/** Something that could not be read, or was read with a doubt. `line` is null when it is about the whole file. */
export interface Fault {
  readonly line: number | null
  readonly reason: string
}

export interface EventBlock {
  readonly line: number
  /** Of the event itself, not of its alarms. */
  readonly properties: readonly Property[]
  /** As it stands in the file, unfolded. */
  readonly raw: string
}

/** A VTIMEZONE's rules: what a clock reads from when on. */
export interface Observance {
  readonly isDaylight: boolean
  readonly offsetMinutes: number
  readonly startYear: number
  /** 1–12: the month in which it begins each year. */
  readonly month: number
}

export interface IcsFile {
  /** What the file calls its calendar, or null. */
  readonly calendar: string | null
  /** True for a list of cancellations (METHOD:CANCEL). */
  readonly isCancellation: boolean
  readonly events: readonly EventBlock[]
  readonly zones: ReadonlyMap<string, readonly Observance[]>
  readonly faults: readonly Fault[]
}

/** More than a long life has; a file with more is broken or hostile. */
const maxEventsPerFile = 20_000

interface State {
  calendar: string | null
  isCancellation: boolean
  readonly events: EventBlock[]
  readonly zones: Map<string, Observance[]>
  readonly faults: Fault[]
  /** Names of the components that are open, outermost first. */
  open: string[]
  event: { line: number; properties: Property[]; raw: string[] } | null
  zone: { tzid: string | null; observances: Observance[] } | null
  observance: { isDaylight: boolean; properties: Map<string, string> } | null
  hasCalendar: boolean
  last: number
}

export function readComponents(file: Buffer): IcsFile {
  const state: State = {
    calendar: null,
    isCancellation: false,
    events: [],
    zones: new Map(),
    faults: [],
    open: [],
    event: null,
    zone: null,
    observance: null,
    hasCalendar: false,
    last: 0,
  }
  for (const line of contentLines(file)) {
    state.last = line.line
    readLine(state, line)
    if (state.events.length >= maxEventsPerFile) {
      const reason = `more than ${maxEventsPerFile.toLocaleString('en')} events: the rest of the file is not read`
      state.faults.push({ line: line.line, reason })
      return state
    }
  }
  closeFile(state)
  return state
}

function closeFile(state: State): void {
  dropEvent(state)
  if (!state.hasCalendar)
    state.faults.push({ line: null, reason: 'not a calendar: no BEGIN:VCALENDAR in it' })
  else if (state.open.includes('VCALENDAR'))
    state.faults.push({ line: state.last, reason: 'the file ends without END:VCALENDAR: it may be cut off' })
}

/** An event that another one interrupts, or that the file ends in, is not read: half of it may be missing. */
function dropEvent(state: State): void {
  if (state.event === null) return
  state.faults.push({ line: state.event.line, reason: 'an event without END:VEVENT' })
  state.event = null
}

function readLine(state: State, line: ContentLine): void {
  const property = parseProperty(line)
  const name = property?.value.trim().toUpperCase() ?? ''
  if (property?.name === 'BEGIN') begin(state, name, line)
  else if (property?.name === 'END') end(state, name, line)
  else if (state.event !== null) {
    state.event.raw.push(line.text)
    if (property !== null && state.open.at(-1) === 'VEVENT') state.event.properties.push(property)
  } else if (property !== null) readOutside(state, property)
}

function readOutside(state: State, property: Property): void {
  if (state.observance !== null) state.observance.properties.set(property.name, property.value)
  else if (state.zone !== null) {
    if (property.name === 'TZID') state.zone.tzid = property.value.trim().replaceAll('"', '')
  } else if (state.open.at(-1) === 'VCALENDAR') readCalendarProperty(state, property)
}

function readCalendarProperty(state: State, { name, value }: Property): void {
  if (name === 'X-WR-CALNAME' || (name === 'NAME' && state.calendar === null)) {
    const calendar = unescapeText(value).trim()
    if (calendar !== '') state.calendar = calendar
  }
  if (name === 'METHOD') state.isCancellation = value.trim().toUpperCase() === 'CANCEL'
}

function begin(state: State, name: string, line: ContentLine): void {
  if (name === 'VCALENDAR') {
    dropEvent(state)
    state.hasCalendar = true
    state.open = ['VCALENDAR']
    return
  }
  if (name === 'VEVENT' && state.hasCalendar) {
    dropEvent(state)
    state.open = ['VCALENDAR', 'VEVENT']
    state.event = { line: line.line, properties: [], raw: [line.text] }
    return
  }
  state.event?.raw.push(line.text)
  state.open.push(name)
  if (name === 'VTIMEZONE' && state.event === null) state.zone = { tzid: null, observances: [] }
  if ((name === 'STANDARD' || name === 'DAYLIGHT') && state.zone !== null)
    state.observance = { isDaylight: name === 'DAYLIGHT', properties: new Map() }
}

function end(state: State, name: string, line: ContentLine): void {
  if (name === 'VEVENT' && state.event !== null) {
    const { line: first, properties, raw } = state.event
    state.events.push({ line: first, properties, raw: [...raw, line.text].join('\r\n') })
    state.event = null
    state.open = ['VCALENDAR']
    return
  }
  if (name === 'VCALENDAR') {
    dropEvent(state)
    state.open = []
    return
  }
  state.event?.raw.push(line.text)
  const index = state.open.lastIndexOf(name)
  if (index > 0) state.open.length = index
  if (state.observance !== null && (name === 'STANDARD' || name === 'DAYLIGHT')) closeObservance(state)
  if (name === 'VTIMEZONE' && state.zone !== null) {
    if (state.zone.tzid !== null) state.zones.set(state.zone.tzid, state.zone.observances)
    state.zone = null
  }
}

function closeObservance(state: State): void {
  if (state.observance === null) return
  const { isDaylight, properties } = state.observance
  state.observance = null
  const offset = /^([+-])(\d{2})(\d{2})/.exec(properties.get('TZOFFSETTO') ?? '')
  const start = /^(\d{4})(\d{2})/.exec(properties.get('DTSTART') ?? '')
  if (offset === null || start === null) return
  const byMonth = /BYMONTH=(\d{1,2})/i.exec(properties.get('RRULE') ?? '')
  const minutes = Number(offset[2]) * 60 + Number(offset[3])
  state.zone?.observances.push({
    isDaylight,
    offsetMinutes: offset[1] === '-' ? -minutes : minutes,
    startYear: Number(start[1]),
    month: Number(byMonth?.[1] ?? start[2]),
  })
}
