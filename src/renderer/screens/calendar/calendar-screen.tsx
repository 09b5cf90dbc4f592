import { CalendarDays, CalendarPlus, ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Source } from '../../../shared/turn.ts'
import { useCall } from '../../api.ts'
import { addDays } from '../../dates.ts'
import { daysInWords } from '../../formats.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { useToday } from '../../use-today.ts'
import { SourcePanel } from '../source/source-panel.tsx'
import styles from './calendar-screen.module.css'
import { CalendarSources } from './calendar-sources.tsx'
import { DayList } from './day-list.tsx'
import { type CalendarActs, useCalendarActs } from './use-calendar-acts.ts'
import { daysOf, weekOf } from './week.ts'

const week = 7

/** A week of the owner's calendars, day by day. */
export function CalendarScreen(_props: object) {
  const { today } = useToday()
  const settings = useCall('settings.get', {}, { topics: ['settings'] })
  const sources = useCall('calendar.sources', {}, { topics: ['calendar'] })
  const [given, setGiven] = useState<string | null>(null)
  const [shown, setShown] = useState<Source | null>(null)
  const acts = useCalendarActs()
  const from = weekOf(given ?? today, settings.data?.weekStart ?? 'monday')
  const to = addDays(from, week - 1)
  const panel = shown && <SourcePanel key={shown.id} source={shown} onClose={() => setShown(null)} />
  const hasSources = sources.data !== undefined && sources.data.length > 0
  return (
    <Screen
      title="Calendar"
      isColumn
      actions={hasSources && <AddMenu acts={acts} />}
      {...(panel === null ? {} : { inspector: panel, inspectorLabel: 'The event' })}
    >
      <div className={styles.parts}>
        {acts.error !== null && <Failure what="The calendar could not be added" error={acts.error} />}
        {sources.isPending && <Waiting>Reading your calendars</Waiting>}
        {sources.isError && (
          <Failure
            what="The calendars could not be read"
            error={sources.error}
            onRetry={() => void sources.refetch()}
          />
        )}
        {sources.isSuccess && !hasSources && <NoCalendar acts={acts} />}
        {hasSources && (
          <>
            <WeekBar from={from} to={to} isNow={from <= today && today <= to} onGo={(day) => setGiven(day)} />
            <Week from={from} to={to} today={today} selected={shown?.id ?? null} onOpen={setShown} />
            <CalendarSources sources={sources.data} acts={acts} />
          </>
        )}
      </div>
    </Screen>
  )
}

function WeekBar(props: {
  readonly from: string
  readonly to: string
  readonly isNow: boolean
  /** Null = the week of today. */
  onGo(day: string | null): void
}) {
  const { from, to, isNow, onGo } = props
  return (
    <div className={styles.bar}>
      <h2 aria-live="polite" className={styles.week}>
        {daysInWords(from, to)}
      </h2>
      <IconButton icon={ChevronLeft} aria-label="Week before" onPress={() => onGo(addDays(from, -week))} />
      <Button onPress={() => onGo(null)} isDisabled={isNow}>
        Today
      </Button>
      <IconButton icon={ChevronRight} aria-label="Week after" onPress={() => onGo(addDays(from, week))} />
    </div>
  )
}

function Week(props: {
  readonly from: string
  readonly to: string
  readonly today: string
  readonly selected: string | null
  onOpen(source: Source): void
}) {
  const { from, to } = props
  const events = useCall('calendar.list', { from, to }, { topics: ['calendar'] })
  if (events.isPending) return <Waiting>Reading the week</Waiting>
  if (events.isError)
    return (
      <Failure what="The week could not be read" error={events.error} onRetry={() => void events.refetch()} />
    )
  return (
    <DayList
      days={daysOf(events.data, from, to)}
      today={props.today}
      selected={props.selected}
      onOpen={(event) => props.onOpen(event.source)}
    />
  )
}

function AddMenu({ acts }: { readonly acts: CalendarActs }) {
  return (
    <Menu
      label="Add calendar"
      trigger={<Button icon={Plus}>Add calendar</Button>}
      items={[
        { id: 'file', label: 'Calendar file (.ics)…', onAction: () => void acts.add('file') },
        { id: 'folder', label: 'Folder with calendars…', onAction: () => void acts.add('folder') },
      ]}
    />
  )
}

function NoCalendar({ acts }: { readonly acts: CalendarActs }) {
  return (
    <EmptyState
      icon={CalendarDays}
      title="No calendar yet"
      action={
        <Menu
          label="Add calendar"
          trigger={
            <Button variant="solid" icon={CalendarPlus}>
              Add calendar
            </Button>
          }
          items={[
            { id: 'file', label: 'Calendar file (.ics)…', onAction: () => void acts.add('file') },
            { id: 'folder', label: 'Folder with calendars…', onAction: () => void acts.add('folder') },
          ]}
        />
      }
    >
      Export your calendar as an .ics file, or choose the folder where your calendar app keeps them. Pixie
      reads changes by itself.
    </EmptyState>
  )
}
