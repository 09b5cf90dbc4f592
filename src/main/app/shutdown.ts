/** The end of the app: in order, and in time. Nothing here knows Electron. */

/** From the wish to quit to the end of the process at most three seconds pass; the rest is for the process' own end. */
const limitMs = 2500

export interface ShutdownParts {
  /** At once: whatever loads, fetches or generates is told to stop. Must not throw. */
  stop(): void
  /** Ends everything in order, what came so far kept; may take longer than there is time. */
  close(): Promise<void>
  /** Out of time: what must not be left open is closed. Also called when `close` fails. */
  force(): void
  /** Hears what went wrong on the way. */
  onProblem(error: unknown): void
}

export interface Shutdown {
  /** The wish to quit: stops what runs, and the clock ticks from now on. Again does nothing. */
  begin(): void
  /** Resolves when everything is closed or the time is over. Never rejects; the second call waits for the first. */
  finish(): Promise<void>
}

export function createShutdown(parts: ShutdownParts): Shutdown {
  const attempt = (step: () => void) => {
    try {
      step()
    } catch (error) {
      parts.onProblem(error)
    }
  }
  let deadline: Promise<'late'> | null = null
  let finished: Promise<void> | null = null

  const begin = (): Promise<'late'> => {
    if (deadline !== null) return deadline
    deadline = new Promise((resolve) => setTimeout(() => resolve('late'), limitMs))
    attempt(parts.stop)
    return deadline
  }

  const closed = async (): Promise<'closed' | 'failed'> => {
    try {
      await parts.close()
      return 'closed'
    } catch (error) {
      parts.onProblem(error)
      return 'failed'
    }
  }

  return {
    begin: () => void begin(),
    finish() {
      finished ??= Promise.race([closed(), begin()]).then((outcome) => {
        if (outcome !== 'closed') attempt(parts.force)
      })
      return finished
    },
  }
}
