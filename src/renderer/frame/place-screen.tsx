import { Suspense } from 'react'
import type { Place } from '../navigation.ts'
import { ChatScreen } from '../screens/chat/chat-screen.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { later } from './later.tsx'
import { nameOfScreen } from './places.ts'
import { ScreenBoundary } from './screen-boundary.tsx'

// The window starts with the chat; everything else is read when it rests.
const notebook = later(async () => (await import('../screens/notebook/notebook-screen.tsx')).NotebookScreen)
const memory = later(async () => (await import('../screens/memory/memory-screen.tsx')).MemoryScreen)
const files = later(async () => (await import('../screens/files/files-screen.tsx')).FilesScreen)
const calendar = later(async () => (await import('../screens/calendar/calendar-screen.tsx')).CalendarScreen)
const settings = later(async () => (await import('../screens/settings/settings-screen.tsx')).SettingsScreen)
const trace = later(async () => (await import('../screens/trace/trace-screen.tsx')).TraceScreen)
const skills = later(async () => (await import('../screens/skills/skills-screen.tsx')).SkillsScreen)
const alignment = later(
  async () => (await import('../screens/alignment/alignment-screen.tsx')).AlignmentScreen,
)
const firstRun = later(async () => (await import('../screens/first-run/first-run-screen.tsx')).FirstRunScreen)

/** Reads the screens that do not come with the window, so that they are there at once when somebody goes there. */
export async function readOtherScreens(): Promise<void> {
  for (const { read } of [notebook, memory, files, calendar, settings, trace, skills, alignment]) await read()
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
      return <trace.Part key={place.trace} trace={place.trace} />
    case 'notebook':
      return <notebook.Part />
    case 'memory':
      return <memory.Part />
    case 'files':
      return <files.Part />
    case 'calendar':
      return <calendar.Part />
    case 'alignment':
      return <alignment.Part />
    case 'first-run':
      return <firstRun.Part />
    case 'skills':
      return <skills.Part skill={place.skill} />
    case 'settings':
      return <settings.Part section={place.section} />
  }
}
