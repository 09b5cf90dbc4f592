import { lazy, Suspense } from 'react'
import type { Place } from '../navigation.ts'
import { CalendarScreen } from '../screens/calendar/calendar-screen.tsx'
import { ChatScreen } from '../screens/chat/chat-screen.tsx'
import { FilesScreen } from '../screens/files/files-screen.tsx'
import { FirstRunScreen } from '../screens/first-run/first-run-screen.tsx'
import { MemoryScreen } from '../screens/memory/memory-screen.tsx'
import { NotebookScreen } from '../screens/notebook/notebook-screen.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { nameOfScreen } from './places.ts'
import { ScreenBoundary } from './screen-boundary.tsx'

// The editor and the transcripts are large, and most days nobody opens them.
const later = {
  skills: () => import('../screens/skills/skills-screen.tsx'),
  alignment: () => import('../screens/alignment/alignment-screen.tsx'),
  trace: () => import('../screens/trace/trace-screen.tsx'),
  settings: () => import('../screens/settings/settings-screen.tsx'),
} as const
const SkillsScreen = lazy(async () => ({ default: (await later.skills()).SkillsScreen }))
const AlignmentScreen = lazy(async () => ({ default: (await later.alignment()).AlignmentScreen }))
const TraceScreen = lazy(async () => ({ default: (await later.trace()).TraceScreen }))
const SettingsScreen = lazy(async () => ({ default: (await later.settings()).SettingsScreen }))

/** Reads the screens that do not come with the window, so that they are there at once when somebody goes there. */
export async function readOtherScreens(): Promise<void> {
  for (const read of Object.values(later)) await read()
}

/** The screen of a place. A fault in one stays in it. */
export function PlaceScreen({ place }: { readonly place: Place }) {
  const name = nameOfScreen(place.screen)
  return (
    <ScreenBoundary key={place.screen} name={name}>
      <Suspense fallback={<Waiting>{`Opening ${name}`}</Waiting>}>{screenOf(place)}</Suspense>
    </ScreenBoundary>
  )
}

function screenOf(place: Place) {
  switch (place.screen) {
    case 'chat':
      return <ChatScreen conversation={place.conversation} message={place.message} />
    case 'trace':
      return <TraceScreen key={place.trace} trace={place.trace} />
    case 'notebook':
      return <NotebookScreen />
    case 'memory':
      return <MemoryScreen />
    case 'files':
      return <FilesScreen />
    case 'calendar':
      return <CalendarScreen />
    case 'alignment':
      return <AlignmentScreen />
    case 'first-run':
      return <FirstRunScreen />
    case 'skills':
      return <SkillsScreen skill={place.skill} />
    case 'settings':
      return <SettingsScreen section={place.section} />
  }
}
