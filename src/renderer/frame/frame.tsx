import { PanelLeft } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { Modal, ModalOverlay, Dialog as Panel } from 'react-aria-components'
import type { CommandName } from '../../shared/contract/app.ts'
import { commandKeys } from '../../shared/shortcuts.ts'
import { useApi, useCall } from '../api.ts'
import { answerHandOver } from '../hand-over.ts'
import { useNavigation } from '../navigation.ts'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { type KindOf, MentionKinds } from '../ui/mention-text.tsx'
import { Toaster } from '../ui/toaster.tsx'
import styles from './frame.module.css'
import { useOverlays } from './overlays.ts'
import { Palette } from './palette.tsx'
import { PlaceScreen, readOtherScreens } from './place-screen.tsx'
import { nameOfScreen } from './places.ts'
import { ShortcutsSheet } from './shortcuts-sheet.tsx'
import { Sidebar } from './sidebar.tsx'
import { useAppSettings } from './use-app-settings.ts'
import { narrow, useCommands } from './use-commands.ts'
import { useContextMenu } from './use-context-menu.ts'
import { focusHeading, useMainFocus } from './use-main-focus.ts'
import { useMedia } from './use-media.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** The start is over by then, and the window has nothing to do. */
const quietMs = 1_500

/** The window: sidebar, the screen of the present place, and what lies over both. */
export function Frame() {
  const place = useNavigation((state) => state.place)
  const { settings } = useAppSettings()
  const isNarrow = useMedia(narrow)
  const run = useCommands()
  useShortcuts(run)
  useContextMenu()
  useMainFocus(place.screen)
  useDocument(nameOfScreen(place.screen), settings.theme)
  const isStarted = useStart()

  const isAlone = place.screen === 'first-run'
  const hasSidebar = !isAlone && !isNarrow && !settings.sidebarFolded
  return (
    <MentionKinds value={useKinds()}>
      <div className={styles.frame} data-sidebar={hasSidebar ? 'shown' : isAlone ? 'none' : 'folded'}>
        <button type="button" className={styles.skip} onClick={() => focusHeading()}>
          Skip to the content
        </button>
        {hasSidebar && (
          <div className={styles.side}>
            <Sidebar run={run} />
          </div>
        )}
        <main className={styles.main} tabIndex={-1}>
          {!isAlone && !hasSidebar && (
            <IconButton
              icon={PanelLeft}
              aria-label="Show sidebar"
              keys={commandKeys['toggle-sidebar']}
              className={styles.unfold}
              onPress={() => run('toggle-sidebar')}
            />
          )}
          {isStarted && <PlaceScreen place={place} />}
        </main>
        {isNarrow && <Drawer run={run} />}
        <Palette run={run} />
        <ShortcutsSheet />
        <Toaster />
      </div>
    </MentionKinds>
  )
}

function Drawer({ run }: { run(command: CommandName): void }) {
  const { open, close } = useOverlays()
  const place = useNavigation((state) => state.place)
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes it
  useEffect(() => close(), [place, close])
  return (
    <ModalOverlay
      isOpen={open === 'drawer'}
      onOpenChange={(isOpen) => !isOpen && close()}
      isDismissable
      className={styles.veil ?? ''}
    >
      <Modal className={styles.drawer ?? ''}>
        <Panel aria-label="Sidebar" className={classNames(styles.panel)}>
          <Sidebar run={run} />
        </Panel>
      </Modal>
    </ModalOverlay>
  )
}

/** Tells main that the window listens, and goes to the first screen of a new profile. True when it is known where to begin. */
function useStart(): boolean {
  const api = useApi()
  const firstRun = useCall('models.first-run', {}, { topics: [] })
  const isNeeded = firstRun.data?.isNeeded === true
  useEffect(() => answerHandOver(api), [api])
  useEffect(() => void api.call('app.ready', {}).catch(() => undefined), [api])
  // Before anything is drawn: the chat must not flash up first.
  useLayoutEffect(() => {
    if (isNeeded) useNavigation.getState().replace({ screen: 'first-run' })
  }, [isNeeded])
  useEffect(() => {
    // One that cannot be read now says so when it is opened.
    const timer = setTimeout(() => void readOtherScreens().catch(() => undefined), quietMs)
    return () => clearTimeout(timer)
  }, [])
  return !firstRun.isPending
}

function useKinds(): KindOf {
  const { data } = useCall('skills.names', {}, { topics: ['skills'] })
  return useMemo(() => {
    const kinds = new Map(data?.map(({ slug, kind }) => [slug, kind]))
    return (slug) => kinds.get(slug) ?? null
  }, [data])
}

/** What concerns the page as a whole: its title, light or dark, and whether it has a Mac's window buttons in it. */
function useDocument(title: string, theme: 'system' | 'light' | 'dark'): void {
  const api = useApi()
  const isMac = useCall('app.info', {}, { topics: [] }).data?.platform === 'darwin'
  const [isFullScreen, setIsFullScreen] = useState(false)
  useEffect(() => api.on('app.full-screen', (now) => setIsFullScreen(now.isFullScreen)), [api])
  useEffect(() => {
    document.title = `${title} — Pixie`
  }, [title])
  useEffect(() => {
    const page = document.documentElement.dataset
    if (theme === 'system') delete page.theme
    else page.theme = theme
  }, [theme])
  useEffect(() => {
    document.documentElement.toggleAttribute('data-window-buttons', isMac && !isFullScreen)
  }, [isMac, isFullScreen])
}
