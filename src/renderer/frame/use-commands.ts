import { useCallback, useEffect } from 'react'
import type { CommandName } from '../../shared/contract/app.ts'
import { zoomSteps } from '../../shared/setting-values.ts'
import { useApi } from '../api.ts'
import { runCommand, runCommandSoon } from '../commands.ts'
import { type Place, useNavigation } from '../navigation.ts'
import { announce } from '../ui/announce.ts'
import { useOverlays } from './overlays.ts'
import { namedPlaces } from './places.ts'
import { useAppSettings } from './use-app-settings.ts'
import { useMedia } from './use-media.ts'

/** Below this the sidebar lies over the screen instead of beside it. */
export const narrow = '(max-width: 639px)'

/** Gives what runs a command: the screen that is shown first, else the frame itself. Menu commands of main's arrive here too. */
export function useCommands(): (command: CommandName) => void {
  const api = useApi()
  const { settings, change } = useAppSettings()
  const isNarrow = useMedia(narrow)
  const { zoom, sidebarFolded } = settings

  const run = useCallback(
    (command: CommandName) => {
      const zoomTo = (step: number) => {
        void change({ zoom: step })
        announce(`${Math.round(step * 100)} percent`)
      }
      if (runCommand(command)) return
      switch (command) {
        case 'palette':
        case 'shortcuts':
          return useOverlays.getState().toggle(command)
        case 'toggle-sidebar':
          return isNarrow
            ? useOverlays.getState().toggle('drawer')
            : void change({ sidebarFolded: !sidebarFolded })
        case 'zoom-in':
          return zoomTo(zoomSteps.find((step) => step > zoom) ?? zoom)
        case 'zoom-out':
          return zoomTo(zoomSteps.findLast((step) => step < zoom) ?? zoom)
        case 'zoom-reset':
          return zoomTo(1)
        case 'back':
          return void useNavigation.getState().back()
        case 'stop':
          return void stopAll(api)
        case 'find':
          return void goToChat().then(() => runCommandSoon('find'))
        case 'chat':
          return void goToChat()
        case 'new-chat':
          return void goTo({ screen: 'chat', conversation: null })
        default:
          return void go(command)
      }
    },
    [api, change, isNarrow, sidebarFolded, zoom],
  )
  useEffect(() => api.on('app.command', ({ command }) => run(command)), [api, run])
  return run
}

async function go(command: CommandName): Promise<void> {
  const found = namedPlaces.find((place) => place.command === command)
  if (found !== undefined) await goTo(found.place)
}

async function goTo(place: Place): Promise<void> {
  useOverlays.getState().close()
  await useNavigation.getState().go(place)
}

/** Where one was in it; nowhere when one is there. */
async function goToChat(): Promise<void> {
  const { place, chat } = useNavigation.getState()
  if (place.screen === 'chat') useOverlays.getState().close()
  else await goTo({ screen: 'chat', conversation: chat })
}

async function stopAll(api: ReturnType<typeof useApi>): Promise<void> {
  try {
    const running = await api.call('chat.running', {})
    await Promise.all(running.map(({ run }) => api.call('chat.stop', { run })))
    if (running.length > 0) announce('Stopped')
  } catch {
    // The chat says in its own place when an answer cannot be stopped.
  }
}
