/** How much of the time passes inside the engine: a decorator of the port. */
import type { BoundTool, Engine, RespondOptions, Session, SessionSpec } from '../src/main/model/engine.ts'

export interface TimedEngine {
  readonly engine: Engine
  /** Milliseconds spent in calls of the engine so far. What it calls back into (a tool, `onText`) is not the engine. */
  insideMs(): number
}

/** Counts while more calls are under way than callbacks: calls made from within a callback are the engine again. */
function createWatch(nowMs: () => number) {
  let calls = 0
  let callbacks = 0
  let insideMs = 0
  let since = nowMs()
  const mark = () => {
    const now = nowMs()
    if (calls > callbacks) insideMs += now - since
    since = now
  }
  const call = (by: number) => {
    mark()
    calls += by
  }
  const callback = (by: number) => {
    mark()
    callbacks += by
  }
  return {
    insideMs() {
      mark()
      return insideMs
    },
    async call<T>(work: () => Promise<T>): Promise<T> {
      call(1)
      try {
        return await work()
      } finally {
        call(-1)
      }
    },
    callNow<T>(work: () => T): T {
      call(1)
      try {
        return work()
      } finally {
        call(-1)
      }
    },
    async callback<T>(work: () => Promise<T>): Promise<T> {
      callback(1)
      try {
        return await work()
      } finally {
        callback(-1)
      }
    },
    callbackNow(work: () => void): void {
      callback(1)
      try {
        work()
      } finally {
        callback(-1)
      }
    },
  }
}

type Watch = ReturnType<typeof createWatch>

export function timeEngine(engine: Engine, nowMs: () => number = () => performance.now()): TimedEngine {
  const watch = createWatch(nowMs)
  return {
    insideMs: watch.insideMs,
    engine: {
      model: engine.model,
      profile: engine.profile,
      contextTokens: engine.contextTokens,
      countTokens: (text) => watch.callNow(() => engine.countTokens(text)),
      ...passWarm(engine),
      usage: () => engine.usage(),
      dispose: () => engine.dispose(),
      createSession: (spec) =>
        watch.call(async () => timeSession(await engine.createSession(timeTools(spec, watch)), watch)),
    },
  }
}

/**
 * For a decorator: nobody waits for what is evaluated ahead, so it is neither timed nor counted.
 * @param isUsed false for sessions that the decorated engine never evaluates
 */
export function passWarm(
  inner: Engine,
  isUsed: (spec: SessionSpec) => boolean = () => true,
): Pick<Engine, 'warm'> {
  if (inner.warm === undefined) return {}
  return {
    async warm(spec, signal) {
      if (isUsed(spec)) await inner.warm?.(spec, signal)
    },
  }
}

function timeTools(spec: SessionSpec, watch: Watch): SessionSpec {
  if (spec.tools === undefined) return spec
  const tools = spec.tools.map(
    (tool): BoundTool => ({
      ...tool,
      execute: (args, context) => watch.callback(() => tool.execute(args, context)),
    }),
  )
  return { ...spec, tools }
}

function timeSession(session: Session, watch: Watch): Session {
  return {
    respond: (input, options) => watch.call(() => session.respond(input, timeText(options, watch))),
    score: (input, options) => watch.call(() => session.score(input, options)),
    countPrompt: (input) => watch.callNow(() => session.countPrompt(input)),
    record: () => watch.callNow(() => session.record()),
    dispose: () => watch.call(() => session.dispose()),
  }
}

function timeText(options: RespondOptions, watch: Watch): RespondOptions {
  const { onText } = options
  if (onText === undefined) return options
  return { ...options, onText: (text) => watch.callbackNow(() => onText(text)) }
}
