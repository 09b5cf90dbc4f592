/** Counts what a question costs: a decorator of the engine port. */
import { passWarm, timeEngine } from '../bench/engine-time.ts'
import type { Engine, Session, SessionSpec, TokenUsage } from '../src/main/model/engine.ts'

export interface Used {
  readonly tokens: TokenUsage
  readonly peakContext: number
  readonly modelCalls: number
  /** Time inside the engine; what it calls back into is not. */
  readonly engineMs: number
}

export interface MeteredEngine {
  readonly engine: Engine
  /** Since the last call of it. */
  take(): Used
}

export function meterEngine(engine: Engine): MeteredEngine {
  const { engine: inner, insideMs } = timeEngine(engine)
  let enteredMs = insideMs()
  let [peakContext, modelCalls] = [0, 0]
  let before = inner.usage()

  function meter(session: Session): Session {
    const counted = async <T>(work: () => Promise<T>): Promise<T> => {
      modelCalls++
      try {
        return await work()
      } finally {
        peakContext = Math.max(peakContext, inner.countTokens(session.record().transcript))
      }
    }
    return {
      respond: (input, options) => counted(() => session.respond(input, options)),
      score: (input, options) => counted(() => session.score(input, options)),
      countPrompt: (input) => session.countPrompt(input),
      record: () => session.record(),
      dispose: () => session.dispose(),
    }
  }

  return {
    engine: {
      model: inner.model,
      profile: inner.profile,
      contextTokens: inner.contextTokens,
      countTokens: (text) => inner.countTokens(text),
      createSession: async (spec: SessionSpec) => meter(await inner.createSession(spec)),
      ...passWarm(inner),
      usage: () => inner.usage(),
      dispose: () => inner.dispose(),
    },
    take() {
      const now = inner.usage()
      const tokens = {
        evaluated: now.evaluated - before.evaluated,
        reused: now.reused - before.reused,
        generated: now.generated - before.generated,
      }
      const insideNow = insideMs()
      const used = { tokens, peakContext, modelCalls, engineMs: Math.round(insideNow - enteredMs) }
      before = now
      enteredMs = insideNow
      peakContext = 0
      modelCalls = 0
      return used
    },
  }
}
