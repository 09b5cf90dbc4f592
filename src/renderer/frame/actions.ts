/** Everything that the palette offers. */

import {
  ArrowLeft,
  Keyboard,
  type LucideIcon,
  MessageCircle,
  Monitor,
  Moon,
  PanelLeft,
  Search,
  Square,
  SquarePen,
  Sun,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { useMemo } from 'react'
import type { CommandName } from '../../shared/contract/app.ts'
import { commandKeys } from '../../shared/shortcuts.ts'
import { useCall } from '../api.ts'
import { visibleName } from '../names.ts'
import { type SettingsSection, useNavigation } from '../navigation.ts'
import { namedPlaces } from './places.ts'
import type { Ranked } from './rank-actions.ts'
import { useAppSettings } from './use-app-settings.ts'

export interface Action extends Ranked {
  readonly id: string
  readonly group: 'Do' | 'Go to' | 'Settings' | 'Conversations'
  readonly icon: LucideIcon
  readonly keys?: string
  run(): void
}

/** More would be looked for with Find. */
const conversationsOffered = 30

const commands: readonly [CommandName, string, LucideIcon, string][] = [
  ['back', 'Back', ArrowLeft, 'return earlier previous last'],
  ['new-chat', 'New chat', SquarePen, 'ask question conversation'],
  ['find', 'Find in chats', Search, 'search look messages'],
  ['stop', 'Stop answering', Square, 'cancel end'],
  ['toggle-sidebar', 'Show or hide sidebar', PanelLeft, 'fold'],
  ['zoom-in', 'Larger', ZoomIn, 'zoom in bigger text size'],
  ['zoom-out', 'Smaller', ZoomOut, 'zoom out text size'],
  ['zoom-reset', 'Actual size', Monitor, 'zoom 100 reset text size'],
  ['shortcuts', 'Keyboard shortcuts', Keyboard, 'keys help'],
]

const sections: readonly [SettingsSection, string, string][] = [
  ['general', 'Settings: General', 'theme week start shortcut language'],
  ['model', 'Settings: Model', 'download memory gguf'],
  ['context', 'Settings: Agent → Context', 'grants allow tools folders calendars permission'],
  ['privacy', 'Settings: Privacy', 'network local delete'],
  ['data', 'Settings: Data', 'backup copy export profile check'],
]

const themes = [
  ['system', 'Light or dark like the system', Monitor],
  ['light', 'Light', Sun],
  ['dark', 'Dark', Moon],
] as const

export function useActions(run: (command: CommandName) => void): Action[] {
  const { change } = useAppSettings()
  const conversations = useCall('conversations.list', {}, { topics: ['conversations'] }).data
  return useMemo(() => {
    const { go } = useNavigation.getState()
    return [
      ...commands.map(([command, name, icon, words]): Action => {
        const keys = commandKeys[command]
        return { id: command, group: 'Do', name, icon, words, keys, run: () => run(command) }
      }),
      ...namedPlaces.map(({ command, name, icon }): Action => {
        const keys = commandKeys[command]
        return {
          id: command,
          group: 'Go to',
          name,
          icon,
          keys,
          words: 'go open show',
          run: () => run(command),
        }
      }),
      ...themes.map(
        ([theme, name, icon]): Action => ({
          id: `theme-${theme}`,
          group: 'Settings',
          name: `Theme: ${name}`,
          icon,
          words: 'appearance colour look mode',
          run: () => void change({ theme }),
        }),
      ),
      ...sections.map(
        ([section, name, words]): Action => ({
          id: `settings-${section}`,
          group: 'Settings',
          name,
          icon: namedPlaces.find(({ command }) => command === 'settings')?.icon ?? Monitor,
          words,
          run: () => void go({ screen: 'settings', section }),
        }),
      ),
      ...(conversations ?? []).slice(0, conversationsOffered).map(
        ({ id, title }): Action => ({
          id: `conversation-${id}`,
          group: 'Conversations',
          name: title === '' ? 'Untitled' : visibleName(title),
          icon: MessageCircle,
          run: () => void go({ screen: 'chat', conversation: id }),
        }),
      ),
    ]
  }, [run, change, conversations])
}
