import { scriptedAccess } from '../../model/scripted-access.ts'
import type { CommandLine } from '../main.ts'

/** Opens real profiles whose model says what a script file says. */
export function openScripted(script: string): CommandLine['openPixie'] {
  return async ({ dataDir, clock, given, model }, { io, command }) => {
    // Loaded late, as the command line itself does.
    const { createPixie } = await import('../../pixie.ts')
    const onNotice = (line: string) => io.warn(line)
    return createPixie({ dataDir, clock, given, model, models: scriptedAccess(script), command, onNotice })
  }
}
