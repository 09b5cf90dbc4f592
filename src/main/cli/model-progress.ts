import type { OnProgress } from '../model/progress.ts'
import { progressText } from '../model/progress-bar.ts'
import type { CommandIo } from './command.ts'

/** Progress of a model fetch in the way that suits where it is shown; `io` clears the line at the end. */
export function modelProgress(io: CommandIo): OnProgress {
  return progressText({
    terminal: io.progressTerminal,
    draw: (line) => io.progress(line),
    note: (line) => io.note(line),
  })
}
