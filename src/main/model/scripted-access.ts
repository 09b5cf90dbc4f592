/** The app's models from a script: for tests of the built app, which then needs no model and says the same each time. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { PixieError } from '../../shared/errors.ts'
import { type ModelAccess, machineLibrary } from './model-access.ts'
import { PromptProfile } from './profile.ts'
import { createScriptedEngine } from './scripted-engine.ts'
import type { ScriptedStep } from './scripted-steps.ts'

const Said = {
  text: z.string(),
  end: z.enum(['done', 'max-tokens', 'time']).optional(),
  /** Pause after each word, in ms. */
  wordMs: z.number().min(0).optional(),
}
const Match = {
  role: z.enum(['planner', 'l2', 'l3', 'answer', 'direct']),
  tag: z.string().optional(),
  tool: z.string().optional(),
  /** A regular expression, letter case aside; what is asked stands in the input of every role. */
  expectInput: z.string().optional(),
}
const Kind = { kind: z.enum(['respond', 'score']).optional() }
const Call = z.strictObject({
  call: z.string(),
  args: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
})

const Step = z.union([
  z.strictObject({ ...Match, rounds: z.array(z.union([Call, z.strictObject(Said)])).min(1) }),
  z.strictObject({ ...Match, ...Said }),
  z.strictObject({ ...Match, score: z.record(z.string(), z.number()) }),
  /** The engine fails with this sentence. */
  z.strictObject({ ...Match, ...Kind, fail: z.string() }),
  z.strictObject({ ...Match, ...Kind, hang: z.literal(true) }),
])

const Script = z.strictObject({
  /** How long loading takes, in ms. */
  loadMs: z.number().min(0).default(0),
  /** Of `PromptProfile`; calibration is off unless it is asked for. */
  profile: z.record(z.string(), z.unknown()).default({}),
  steps: z.array(Step),
})

/**
 * Models that say what the file says (`PIXIE_ENGINE_SCRIPT`). A call takes a step that fits it, in any order and again;
 * one that fits none fails the turn. Throws `invalid-input` for a file that is no script.
 */
export function scriptedAccess(file: string): ModelAccess {
  const { steps, profile, loadMs } = readScript(file)
  const script = steps.map(scriptedStep)
  const library = machineLibrary()
  return {
    async engine(_model, { signal }) {
      await pause(loadMs, signal)
      return createScriptedEngine({ script, order: 'match', profile })
    },
    tokenizer: async () => null,
    library: {
      ...library,
      find: async () => ({ name: 'Scripted', state: 'ready' }),
      smokeTest: async () => {},
    },
    checks: [],
  }
}

function readScript(file: string) {
  try {
    const script = Script.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { ...script, profile: PromptProfile.parse({ plannerCalibration: 0, ...script.profile }) }
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause)
    throw new PixieError('invalid-input', {
      what: `The engine's script cannot be read: ${why}`,
      value: file,
      hint: 'Mend the file that PIXIE_ENGINE_SCRIPT names.',
      cause,
    })
  }
}

function scriptedStep({ expectInput, ...step }: z.infer<typeof Step>): ScriptedStep {
  const match = expectInput === undefined ? {} : { expectInput: new RegExp(expectInput, 'iu') }
  const made = 'fail' in step ? { ...step, fail: failure(step.fail) } : step
  return { ...made, ...match } as ScriptedStep // the schema leaves out what is not there, not sets it to undefined
}

function failure(what: string): PixieError {
  return new PixieError('engine-failed', { what, hint: 'Ask again.' })
}

/** Loading is over when it is broken off. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((cause: unknown) => {
    throw new PixieError('stopped', { what: 'The model was stopped', hint: 'Ask again.', cause })
  })
}
