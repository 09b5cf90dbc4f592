import { writeFile } from 'node:fs/promises'
import type { TraceView, tracesCalls } from '../../shared/contract/traces.ts'
import { PixieError } from '../../shared/errors.ts'
import type { Turn } from '../../shared/turn.ts'
import { TurnEndShape, TurnShape } from '../../shared/turn-shape.ts'
import { nameOf } from '../files/place.ts'
import type { Pixie } from '../pixie.ts'
import { redactTrace } from '../trace/redact.ts'
import { createReplays } from '../trace/replays.ts'
import type { TraceSession } from '../trace/traces.ts'
import type { Handlers, Services } from './handlers.ts'

/** What every session of the model has, in tokens. */
const windowTokens = 4096

export function tracesHandlers({ pixie, desktop, publish }: Services): Handlers<typeof tracesCalls> {
  const { traces, agent } = pixie
  const replays = createReplays({
    replay: (request) => agent.replay(request),
    onChange: () => publish('app.changed', { topics: ['traces'] }),
  })
  pixie.onClose(async () => replays.close())

  return {
    'traces.get': ({ trace }) => viewOf(pixie, trace),
    'traces.list': ({ limit }) =>
      traces.list(limit).map(({ trace: { id, question, startedAt, sessions }, end }) => ({
        id,
        question,
        startedAtMs: Date.parse(startedAt),
        end: end === null ? null : TurnEndShape.parse(end),
        steps: sessions.length,
      })),
    'traces.last-ledger': () => traces.lastLedger(),
    'traces.export': async ({ trace: id, isRedacted }) => {
      const whole = traces.get(id)
      const path = await desktop.chooseSavePath({
        title: isRedacted ? 'Export without personal details' : 'Export with everything in it',
        fileName: `pixie-trace-${id}.json`,
      })
      if (path === null) return null
      const trace = isRedacted ? redactTrace(whole, { fixedTexts: pixie.fixedTexts() }) : whole
      await write(path, `${JSON.stringify(trace, null, 2)}\n`)
      return nameOf(path)
    },
    'traces.replay': ({ trace }) => {
      replays.start(trace)
      return {}
    },
    'traces.replay-state': ({ trace }) => replays.state(trace),
    'traces.stop-replay': ({ trace }) => {
      replays.stop(trace)
      return {}
    },
  }
}

function viewOf({ traces, conversations }: Pixie, id: string): TraceView {
  const { question, startedAt, sessions } = traces.get(id)
  const ended = endedTurn(() => traces.turn(id))
  const conversation = conversations.get(ended?.conversation ?? conversations.ofTrace(id)?.conversation ?? '')
  return {
    id,
    question,
    startedAtMs: Date.parse(startedAt),
    conversation: conversation === null ? null : { id: conversation.id, title: conversation.title },
    steps: sessions.map(stepOf),
    turn: ended === null ? null : TurnShape.parse(ended.turn),
    windowTokens,
  }
}

type Step = TraceView['steps'][number]

function stepOf({ tools, ...session }: TraceSession): Step {
  // The recorder wrote the schemas as JSON, and the store checked that they are.
  const shown = tools.map(({ name, schema }) => ({ name, schema: schema as Step['tools'][number]['schema'] }))
  return { startedMs: null, ledger: null, ...session, tools: shown }
}

/** Null for a turn that never came to its end. */
function endedTurn<T extends { turn: Turn }>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof PixieError && error.code === 'invalid-input') return null
    throw error
  }
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null
    throw new PixieError(code === 'ENOSPC' ? 'no-space' : 'permission-denied', {
      what: 'The export could not be written',
      value: nameOf(path),
      hint:
        code === 'ENOSPC' ? 'Free some space and export again.' : 'Choose a folder that you may write to.',
      cause,
    })
  }
}
