import { PixieError } from '../../shared/errors.ts'

/** Why a run ended on purpose before the model did. */
export class RunEnd extends Error {
  readonly end: 'done' | 'max-tokens' | 'time'

  constructor(end: 'done' | 'max-tokens' | 'time') {
    super(`The run ended: ${end}`)
    this.end = end
  }
}

/** Carries what a tool threw through the library unchanged, even if it is no Error. */
export class ToolFailure extends Error {
  readonly thrown: unknown

  constructor(thrown: unknown) {
    super('A tool threw')
    this.thrown = thrown
  }
}

export function stopped(): PixieError {
  return new PixieError('stopped', { what: 'The model was stopped', hint: 'Ask again.' })
}

/** Longer timers fire at once. */
const longestTimerMs = 2 ** 31 - 1

/** One `respond` or `score`: everything that can end it early comes together in one signal. */
export class Run {
  readonly #controller = new AbortController()
  readonly #cleanUp: (() => void)[] = []

  constructor(signal: AbortSignal, timeLimitMs?: number) {
    const stop = () => this.end(stopped())
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    this.#cleanUp.push(() => signal.removeEventListener('abort', stop))
    if (timeLimitMs === undefined) return
    const timer = setTimeout(() => this.end(new RunEnd('time')), Math.min(timeLimitMs, longestTimerMs))
    this.#cleanUp.push(() => clearTimeout(timer))
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The first reason wins. */
  end(reason: RunEnd | PixieError): void {
    this.#controller.abort(reason)
  }

  dispose(): void {
    for (const clean of this.#cleanUp.splice(0)) clean()
  }
}
