/** Calendars in a folder of their own, for tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openMemoryStore } from '../../store/database.ts'
import { migration } from '../../store/migrations/pixie-0050-calendar.ts'
import { type Calendar, createCalendar } from '../calendar.ts'

export interface TestCalendar extends AsyncDisposable {
  readonly calendar: Calendar
  readonly folder: string
  /** Puts a file into the folder, over the one of that name. */
  write(name: string, content: string | Uint8Array): string
}

/** A calendar over an empty folder that is granted already. */
export async function openCalendar(options: { zone?: string; now?: string } = {}): Promise<TestCalendar> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pixie-calendar-'))
  const store = openMemoryStore([migration], [])
  const now = Date.parse(options.now ?? '2026-11-30T09:00:00Z')
  const clock = { now: () => now, zone: options.zone ?? 'Europe/Berlin' }
  const calendar = createCalendar({ store, clock, weekStart: () => 'monday' })
  await calendar.add(folder)
  return {
    calendar,
    folder,
    write(name, content) {
      const file = path.join(folder, name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, content)
      return file
    },
    async [Symbol.asyncDispose]() {
      store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A whole calendar around some lines. */
export function ics(...lines: readonly string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

/** An event with the lines given; a UID and a title when there are none in them. */
export function event(...lines: readonly string[]): string {
  const has = (name: string) => lines.some((line) => line.startsWith(name))
  const uid = has('UID') ? [] : ['UID:one@test']
  const title = has('SUMMARY') ? [] : ['SUMMARY:Something']
  return ['BEGIN:VEVENT', ...uid, ...title, ...lines, 'END:VEVENT'].join('\r\n')
}
