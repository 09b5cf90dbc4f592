import { setTimeout as sleep } from 'node:timers/promises'
import type { HarnessPorts } from '../../harness/ports.ts'
import { setUp } from '../../harness/testing/fixtures.ts'
import type { Engine } from '../../model/engine.ts'

/** Ports around an engine that answers small talk word by word, with a pause after each. */
export function slowPorts(words: readonly string[], pauseMs: number): HarnessPorts {
  const { ports, engine } = setUp({
    tools: [],
    script: [
      { role: 'planner', score: { 'no tool': 0.9 } },
      { role: 'direct', text: 'unused' },
    ],
  })
  const slow: Engine = {
    ...engine,
    async createSession(spec) {
      const session = await engine.createSession(spec)
      if (spec.role !== 'direct') return session
      return {
        async respond(_input, { signal, onText }) {
          for (const word of words) {
            onText?.(word)
            await sleep(pauseMs, undefined, { signal })
          }
          return { text: words.join('').trim(), end: 'done' }
        },
        score: (input, options) => session.score(input, options),
        countPrompt: (input) => session.countPrompt(input),
        record: () => session.record(),
        dispose: () => session.dispose(),
      }
    },
  }
  return { ...ports, engine: slow }
}
