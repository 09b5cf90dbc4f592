/** Runs of the agent on behalf of windows: begun by a call, heard as events, one after the other on the one model. */
import type { EventName, EventPayload } from '../../shared/contract/index.ts'
import { PixieError, shownError, toWireError, type WireError } from '../../shared/errors.ts'
import type { RunEvent } from '../../shared/run-event.ts'
import type { Turn } from '../../shared/turn.ts'
import type { Agent } from '../agent.ts'
import type { Exchange } from '../conversations/answers.ts'
import { createRunLog, type RunLog } from './run-log.ts'

export interface RunStart {
  readonly run: string
  readonly conversation: string
  readonly question: string
  readonly answer: string
}

export interface RunState extends RunStart {
  /** Number of the last of `events`. */
  readonly seq: number
  readonly events: readonly RunEvent[]
  /** Why it broke; then no `run-end` comes. */
  readonly error: WireError | null
  readonly isOver: boolean
}

export interface Runs {
  /**
   * Answers what `begin` writes down in this conversation, null for a new one, after all that were started before.
   * Throws before `begin`: `stopped` once the app is closing, `invalid-input` while an answer is made there.
   */
  start(conversation: string | null, begin: () => Exchange): RunStart
  /** Ends a run within a second; what came is kept. Does nothing for one that is over or unknown. */
  stop(run: string): void
  /** Ends those of a conversation. */
  stopIn(conversation: string): void
  /** Null for one that was never there or ended long ago. */
  snapshot(run: string): RunState | null
  running(): RunState[]
  /** Ends all, and refuses new ones. Resolves when each answer is written, at the latest after two seconds. */
  stopAll(): Promise<void>
}

export interface RunsParts {
  readonly agent: Pick<Agent, 'answer'>
  publish<N extends EventName>(name: N, payload: EventPayload<N>): void
  /** The sentence for an error that no part put into words. */
  explain(error: unknown): unknown
}

/** A wait that is longer says what it waits for. */
const noticeAfterMs = 400
/** How many ended runs can still be asked for: a window that missed the end asks soon. */
const endedKept = 16
const closeLimitMs = 2000

const waitingNotice = 'Waiting for the answer before this one…'
const loadingNotice = 'Loading the model…'

interface Run extends RunStart {
  readonly exchange: Exchange
  readonly log: RunLog
  readonly controller: AbortController
  readonly done: PromiseWithResolvers<void>
  isStarted: boolean
  isOver: boolean
  error: WireError | null
}

export function createRuns({ agent, publish, explain }: RunsParts): Runs {
  const runs = new Map<string, Run>()
  const waiting: Run[] = []
  let current: Run | null = null
  let isClosed = false

  const active = () => [...runs.values()].filter(({ isOver }) => !isOver)

  function create(exchange: Exchange): Run {
    const { conversation } = exchange
    // An answer is written by one run only, so its id is the run's too.
    const id = exchange.answer.id
    return {
      run: id,
      conversation,
      question: exchange.question.id,
      answer: id,
      exchange,
      log: createRunLog((seq, events) =>
        publish('chat.run', { run: id, conversation, seq, events: sent(events) }),
      ),
      controller: new AbortController(),
      done: Promise.withResolvers(),
      isStarted: false,
      isOver: false,
      error: null,
    }
  }

  function startNext(): void {
    const next = current === null ? waiting.shift() : undefined
    if (next === undefined) return
    current = next
    void answer(next).finally(() => {
      current = null
      startNext()
    })
  }

  async function answer(run: Run): Promise<void> {
    run.isStarted = true
    const say = (event: RunEvent) => {
      if (event.type === 'run-start') clearTimeout(loading)
      // Said by `end`, when the answer is on disk and nothing follows.
      if (!run.isOver && event.type !== 'run-end') run.log.push(event)
    }
    const loading = setTimeout(() => say({ type: 'notice', text: loadingNotice }), noticeAfterMs)
    try {
      const turn = await agent.answer(run.exchange, { signal: run.controller.signal, emit: say })
      end(run, turn)
    } catch (error) {
      if (run.controller.signal.aborted) end(run, stoppedTurn(run))
      else fail(run, shownError(toWireError(explain(error))))
    } finally {
      clearTimeout(loading)
    }
  }

  function end(run: Run, turn: Turn): void {
    const shown = turn.error === undefined ? turn : { ...turn, error: shownError(turn.error) }
    run.log.push({ type: 'run-end', turn: shown })
    over(run)
  }

  function fail(run: Run, error: WireError): void {
    run.error = error
    over(run)
    publish('chat.run-failed', { run: run.run, conversation: run.conversation, error })
  }

  function over(run: Run): void {
    run.isOver = true
    run.log.flush()
    run.done.resolve()
    const ended = [...runs.values()].filter(({ isOver }) => isOver)
    for (const old of ended.slice(0, Math.max(0, ended.length - endedKept))) runs.delete(old.run)
    publish('app.changed', { topics: ['conversations', 'messages', 'traces'] })
  }

  function stop(run: Run): void {
    run.controller.abort()
    const place = waiting.indexOf(run)
    if (place < 0) return
    // It would be its turn only later; stopped, it needs no model.
    waiting.splice(place, 1)
    void answer(run)
  }

  return {
    start(conversation, begin) {
      if (isClosed) throw closing()
      // Each question follows the answer before it, so there must be one.
      if (active().some((run) => run.conversation === conversation)) throw occupied()
      const run = create(begin())
      runs.set(run.run, run)
      publish('app.changed', { topics: ['conversations', 'messages'] })
      waiting.push(run)
      startNext()
      if (!run.isStarted) run.log.push({ type: 'notice', text: waitingNotice })
      return startOf(run)
    },
    stop(id) {
      const run = runs.get(id)
      if (run?.isOver === false) stop(run)
    },
    stopIn(conversation) {
      for (const run of active()) if (run.conversation === conversation) stop(run)
    },
    snapshot(id) {
      const run = runs.get(id)
      return run === undefined ? null : stateOf(run)
    },
    running: () => active().map(stateOf),
    async stopAll() {
      isClosed = true
      const left = active()
      for (const run of left) stop(run)
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, closeLimitMs)
      })
      await Promise.race([Promise.all(left.map(({ done }) => done.promise)), limit])
      clearTimeout(timer)
    },
  }
}

/** The contract's own type for the same events, in which nothing is `readonly`. */
const sent = (events: readonly RunEvent[]) => [...events] as EventPayload<'chat.run'>['events']

const startOf = ({ run, conversation, question, answer }: Run): RunStart => ({
  run,
  conversation,
  question,
  answer,
})

/** What is said in it is published first, so that the next batch has the next number. */
function stateOf(run: Run): RunState {
  run.log.flush()
  const events = [...run.log.events]
  return { ...startOf(run), seq: events.length, events, error: run.error, isOver: run.isOver }
}

/** The end of a run that was stopped before its turn began or while it did not let go: what was shown stands. */
function stoppedTurn({ log, conversation }: Run): Turn {
  let [answer, trace, replanned] = ['', '', false]
  let plan: Turn['plan'] = null
  for (const event of log.events) {
    if (event.type === 'run-start') trace = event.trace
    if (event.type === 'text-delta') answer += event.text
    if (event.type === 'text-replace') answer = event.text
    if (event.type === 'plan') ({ plan, replanned } = event)
  }
  return {
    answer,
    mode: plan === null ? 'direct' : 'plan',
    end: 'stopped',
    replanned,
    plan,
    dispatches: [],
    sources: [],
    tokens: { evaluated: 0, reused: 0, generated: 0, byRole: {} },
    ms: 0,
    model: '',
    conversation,
    trace,
    error: { code: 'stopped', message: 'Stopped.', hint: 'Ask again to continue.' },
  }
}

const occupied = () =>
  new PixieError('invalid-input', {
    what: 'An answer is being written here',
    hint: 'Stop it or wait.',
  })

const closing = () =>
  new PixieError('stopped', { what: 'Pixie is closing', hint: 'Ask again when it is open.' })
