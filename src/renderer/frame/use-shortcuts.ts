import { useEffect } from 'react'
import { type CommandName, commandNames } from '../../shared/commands.ts'
import { commandKeys } from '../../shared/shortcuts.ts'
import { isMacKeyboard } from '../ui/shortcut-text.ts'
import { matchesKeys } from './match-keys.ts'
import { useOverlays } from './overlays.ts'

/** While something lies over the screen only these go on. */
const overAll: readonly CommandName[] = ['zoom-in', 'zoom-out', 'zoom-reset']
/** The skill editor has its own: its Mod+[ moves a line to the left. */
const ofEditors: readonly CommandName[] = ['find', 'shortcuts', 'back']

/** Hears the keys before anything on the page does, so that they work wherever the focus is. */
export function useShortcuts(run: (command: CommandName) => void): void {
  useEffect(() => {
    const isMac = isMacKeyboard()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing) return
      const command = commandNames.find((name) => matchesKeys(event, commandKeys[name], isMac))
      if (command === undefined || !mayRun(command, event.target)) return
      event.preventDefault()
      event.stopPropagation()
      run(command)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [run])
}

function mayRun(command: CommandName, target: EventTarget | null): boolean {
  if (document.querySelector('[data-records-keys]') !== null) return false
  if (ofEditors.includes(command) && target instanceof Element && target.closest('.cm-editor')) return false
  if (overAll.includes(command) || command === useOverlays.getState().open) return true
  return document.querySelector('[role="dialog"], [role="alertdialog"]') === null
}
