/** Replays of traces in the background: what each is doing, and what came out. One at a time. */
import type { Replay } from '../../shared/contract/traces.ts'
import { PixieError, toWireError } from '../../shared/errors.ts'
import type { RunEvent } from '../../shared/run-event.ts'
import type { Dispatch, Turn } from '../../shared/turn.ts'
import { compareTurns, type Difference } from './compare.ts'

/** Reports of the newest so many are kept until the app ends. */
const replaysKept = 20

export interface Replays {
  /** Throws `invalid-input` while another one runs. */
  start(trace: string): void
  state(trace: string): Replay | null
  stop(trace: string): void
  /** Stops whatever runs; nothing starts any more. */
  close(): void
}

export interface ReplaysParts {
  replay(request: {
    readonly trace: string
    readonly signal: AbortSignal
    emit(event: RunEvent): void
  }): Promise<{ readonly original: { readonly turn: Turn }; readonly turn: Turn }>
  /** Must not throw. */
  onChange(): void
}

export function createReplays({ replay, onChange }: ReplaysParts): Replays {
  const states = new Map<string, Replay>()
  let isClosed = false
  let running: { readonly trace: string; readonly stop: AbortController } | null = null

  function keep(trace: string, state: Replay | null): void {
    states.delete(trace)
    if (state !== null) states.set(trace, state)
    const [oldest] = states.keys()
    if (states.size > replaysKept && oldest !== undefined) states.delete(oldest)
    onChange()
  }

  async function run(trace: string, signal: AbortSignal): Promise<void> {
    keep(trace, { state: 'running', doing: 'Getting the model ready' })
    try {
      const { original, turn } = await replay({
        trace,
        signal,
        emit(event) {
          const doing = words(event)
          if (doing !== null && !signal.aborted) keep(trace, { state: 'running', doing })
        },
      })
      keep(trace, signal.aborted ? null : outcome(original.turn, turn))
    } catch (error) {
      keep(trace, signal.aborted ? null : { state: 'failed', error: toWireError(error) })
    } finally {
      running = null
    }
  }

  return {
    start(trace) {
      if (isClosed) return
      if (running !== null)
        throw new PixieError('invalid-input', {
          what: 'Another answer is being replayed',
          hint: 'Wait until it is done, or stop it first.',
        })
      const stop = new AbortController()
      running = { trace, stop }
      void run(trace, stop.signal)
    },
    state: (trace) => states.get(trace) ?? null,
    stop(trace) {
      if (running?.trace === trace) running.stop.abort()
    },
    close() {
      isClosed = true
      running?.stop.abort()
    },
  }
}

function outcome(before: Turn, after: Turn): Replay {
  if (after.error !== undefined) return { state: 'failed', error: { ...after.error } }
  const differences = compareTurns(before, after)
  return {
    state: 'done',
    trace: after.trace,
    differences: differences.map(({ what }) => ({
      what,
      before: shown(what, before),
      after: shown(what, after),
    })),
  }
}

function shown(what: Difference['what'], turn: Turn): string {
  switch (what) {
    case 'plan':
      return turn.plan === null ? 'no plan' : turn.plan.handles.join(', ')
    case 'dispatches':
      return turn.dispatches.length === 0 ? 'no call' : turn.dispatches.map(call).join('\n')
    case 'mode':
    case 'answer':
    case 'end':
      return turn[what]
    default:
      return what satisfies never
  }
}

function call({ tool, instruction, arguments: args, outcome }: Dispatch): string {
  const given = args === null ? '' : ` ${JSON.stringify(args)}`
  return `${tool}: ${instruction}${given}${outcome === 'ran' ? '' : ` (${outcome})`}`
}

function words(event: RunEvent): string | null {
  switch (event.type) {
    case 'run-start':
      return 'Choosing what to use'
    case 'plan':
      return event.plan.rationale
    case 'pill':
      return event.pill.state === 'running' ? `Looking in ${event.pill.label}` : null
    case 'text-delta':
      return 'Writing the answer'
    case 'notice':
    case 'text-replace':
    case 'sources':
    case 'run-end':
      return null
    default:
      return event satisfies never
  }
}
