/** What the menu, a shortcut or the palette asks for, on its way to the screen that can do it. */
import { useEffect, useRef } from 'react'
import type { CommandName } from '../shared/contract/app.ts'

const listeners = new Map<CommandName, (() => void)[]>()
let waiting: CommandName | null = null

/** Asks the newest listener. False when no screen that is shown knows the command. */
export function runCommand(command: CommandName): boolean {
  const newest = listeners.get(command)?.at(-1)
  newest?.()
  return newest !== undefined
}

/** For a command whose screen is about to be shown: it hears it when it is there. A later one takes its place. */
export function runCommandSoon(command: CommandName): void {
  waiting = runCommand(command) ? null : command
}

/** While the component is shown it does this when asked to. */
export function useCommand(command: CommandName, run: () => void): void {
  const newest = useRef(run)
  useEffect(() => {
    newest.current = run
  })
  useEffect(() => {
    const listener = () => newest.current()
    const all = listeners.get(command) ?? []
    listeners.set(command, all)
    all.push(listener)
    if (waiting === command) {
      waiting = null
      listener()
    }
    return () => void all.splice(all.indexOf(listener), 1)
  }, [command])
}
