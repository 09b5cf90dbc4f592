/** L2 and below alone: an engine whose planner always chooses the handle it is told, at no cost. */
import { passWarm } from '../bench/engine-time.ts'
import type { Engine, ScoreOptions, Session, SessionSpec } from '../src/main/model/engine.ts'

export interface PlannedEngine {
  readonly engine: Engine
  /** With the `@`; null = no tool. Holds until the next call. */
  plan(handle: string | null): void
}

const noTool = 'no tool'
/** As a natural logarithm: nobody wins against the given handle. */
const unlikely = -30

export function planByHand(inner: Engine): PlannedEngine {
  let chosen = noTool

  /** Nothing is evaluated in the real session: it only gives an empty record. */
  async function givenPlanner(spec: SessionSpec): Promise<Session> {
    const session = await inner.createSession(spec)
    return {
      respond: () => Promise.reject(new Error('a given plan has no purpose to write')),
      score: async (_, { candidates }: ScoreOptions) =>
        candidates.map((candidate) => (candidate === chosen ? -1e-9 : unlikely)),
      countPrompt: (input) => session.countPrompt(input),
      record: () => session.record(),
      dispose: () => session.dispose(),
    }
  }

  return {
    engine: {
      model: inner.model,
      // The plan names the handle only, and nothing is taken off the given scores.
      profile: { ...inner.profile, plannerPurpose: 'none', plannerCalibration: 0 },
      contextTokens: inner.contextTokens,
      countTokens: (text) => inner.countTokens(text),
      createSession: (spec) => (spec.role === 'planner' ? givenPlanner(spec) : inner.createSession(spec)),
      ...passWarm(inner, ({ role }) => role !== 'planner'),
      usage: () => inner.usage(),
      dispose: () => inner.dispose(),
    },
    plan(handle) {
      chosen = handle ?? noTool
    },
  }
}
