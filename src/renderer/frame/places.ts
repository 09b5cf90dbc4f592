/** The places of the sidebar, in its order. The palette and the shortcuts go to the same ones. */
import {
  AlignLeft,
  BookText,
  Calendar,
  FileText,
  Folder,
  History,
  type LucideIcon,
  MessageCircle,
  Settings,
} from 'lucide-react'
import type { CommandName } from '../../shared/contract/app.ts'
import type { Place } from '../navigation.ts'

interface NamedPlace {
  /** Goes there; also the `screen` of the place. */
  readonly command: Extract<
    CommandName,
    'chat' | 'notebook' | 'memory' | 'files' | 'calendar' | 'skills' | 'alignment' | 'settings'
  >
  readonly name: string
  readonly icon: LucideIcon
  readonly place: Place
}

interface PlaceGroup {
  /** Null for the first, which needs no heading. */
  readonly name: string | null
  readonly places: readonly NamedPlace[]
}

export const placeGroups: readonly PlaceGroup[] = [
  {
    name: null,
    places: [
      { command: 'chat', name: 'Chat', icon: MessageCircle, place: { screen: 'chat', conversation: null } },
    ],
  },
  {
    name: 'Yours',
    places: [
      { command: 'notebook', name: 'Notebook', icon: FileText, place: { screen: 'notebook' } },
      { command: 'memory', name: 'Memory', icon: History, place: { screen: 'memory' } },
      { command: 'files', name: 'Files', icon: Folder, place: { screen: 'files' } },
      { command: 'calendar', name: 'Calendar', icon: Calendar, place: { screen: 'calendar' } },
    ],
  },
  {
    name: 'Agent',
    places: [
      { command: 'skills', name: 'Skills', icon: BookText, place: { screen: 'skills' } },
      { command: 'alignment', name: 'Alignment', icon: AlignLeft, place: { screen: 'alignment' } },
      {
        command: 'settings',
        name: 'Settings',
        icon: Settings,
        place: { screen: 'settings', section: 'general' },
      },
    ],
  },
]

export const namedPlaces: readonly NamedPlace[] = placeGroups.flatMap(({ places }) => places)

const otherNames: Readonly<Record<string, string>> = { trace: 'Why this answer', 'first-run': 'Welcome' }

/** What a screen is called. */
export function nameOfScreen(screen: Place['screen']): string {
  return namedPlaces.find(({ command }) => command === screen)?.name ?? otherNames[screen] ?? 'Pixie'
}
