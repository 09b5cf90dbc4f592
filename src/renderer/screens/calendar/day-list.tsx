import { GridList, GridListHeader, GridListItem, GridListSection } from 'react-aria-components'
import type { CalendarEvent } from '../../../shared/contract/calendar.ts'
import { addDays } from '../../dates.ts'
import { dayInWords, weekdayText } from '../../formats.ts'
import { visibleName } from '../../names.ts'
import { classNames } from '../../ui/class-names.ts'
import list from '../../ui/list.module.css'
import { Name } from '../../ui/name.tsx'
import styles from './calendar-screen.module.css'
import type { Day, DayEntry } from './week.ts'

/** The days one under the other: the date at the left, what happens beside it. Empty days are there too. */
export function DayList({
  days,
  today,
  selected,
  onOpen,
}: {
  readonly days: readonly Day[]
  readonly today: string
  /** Id of the source that is shown. */
  readonly selected: string | null
  onOpen(event: CalendarEvent): void
}) {
  const open = (key: string | number) => {
    const entry = days.flatMap(({ entries }) => entries).find(({ id }) => id === key)
    if (entry !== undefined) onOpen(entry.event)
  }
  return (
    <GridList aria-label="Events by day" onAction={open} className={styles.days ?? ''}>
      {days.map(({ day, entries }) => (
        <GridListSection
          key={day}
          id={day}
          aria-label={spoken(day, today)}
          className={classNames(styles.day, day === today && styles.today)}
        >
          <GridListHeader className={styles.date ?? ''}>
            <span className={styles.weekday}>{weekdayText(day)}</span>
            <span className={styles.number}>{Number(day.slice(8))}</span>
            {day === today && <span className={styles.now}>Today</span>}
          </GridListHeader>
          {entries.length === 0 ? (
            <GridListItem id={`${day} free`} textValue="No events" isDisabled className={styles.free ?? ''}>
              <span aria-hidden="true">—</span>
              <span className={styles.hidden}>No events</span>
            </GridListItem>
          ) : (
            entries.map((entry) => (
              <Entry key={entry.id} entry={entry} isChosen={entry.event.source.id === selected} />
            ))
          )}
        </GridListSection>
      ))}
    </GridList>
  )
}

function Entry({ entry, isChosen }: { readonly entry: DayEntry; readonly isChosen: boolean }) {
  const { title, location, calendar } = entry.event
  const name = title.trim() === '' ? 'Without a title' : title
  return (
    <GridListItem
      id={entry.id}
      textValue={`${entry.when} ${visibleName(name)}`}
      className={classNames(list.row, styles.entry, isChosen && list.chosen)}
    >
      <span className={styles.when}>{entry.when}</span>
      <span className={styles.what}>
        <Name of={name} className={styles.title} />
        {location !== null && location !== '' && <Name of={location} className={styles.where} />}
      </span>
      <Name of={calendar} className={styles.calendar} />
    </GridListItem>
  )
}

function spoken(day: string, today: string): string {
  const isNear = day === today || day === addDays(today, 1) || day === addDays(today, -1)
  const date = dayInWords(day, isNear ? addDays(today, 3) : today)
  return isNear ? `${dayInWords(day, today)}, ${date}` : date
}
