/** What the scripted engine is told to do, and which step a call gets. */
import type { Reply, SessionRole, SessionSpec } from './engine.ts'

export type CallKind = 'respond' | 'score'

/** What the model does in one round: it calls a tool or it ends with text. */
export type ScriptedRound =
  | { readonly call: string; readonly args: Readonly<Record<string, string | readonly string[]>> }
  | SaidText

export interface SaidText {
  readonly text: string
  readonly end?: Reply['end']
  /** Pause after each word, in ms: for tests that do something in the middle of an answer. */
  readonly wordMs?: number
}

interface StepMatch {
  readonly role: SessionRole
  /** When given, the session must have exactly this tag. */
  readonly tag?: string
  /** When given, the session must have this tool bound. */
  readonly tool?: string
  /** When given, the input must match. */
  readonly expectInput?: RegExp | ((input: string, spec: SessionSpec) => boolean)
}

/** One `respond` or one `score`, in the order in which sessions of that role make them. */
export type ScriptedStep = StepMatch &
  (
    | { readonly rounds: readonly ScriptedRound[] }
    | SaidText
    /** Probabilities by candidate; candidates that are not named share what is left of one. */
    | { readonly score: Readonly<Record<string, number>> }
    /** The engine itself fails with this. */
    | { readonly fail: Error; readonly kind?: CallKind }
    /** Nothing happens until the signal stops it. */
    | { readonly hang: true; readonly kind?: CallKind }
  )

export interface StepSource {
  /** Undefined when nothing was scripted for it. */
  take(spec: SessionSpec, input: string, kind: CallKind): ScriptedStep | undefined
  unused(): readonly ScriptedStep[]
}

export function fitsInput({ expectInput, tool }: ScriptedStep, input: string, spec: SessionSpec): boolean {
  if (tool !== undefined && spec.tools?.some(({ name }) => name === tool) !== true) return false
  if (expectInput === undefined) return true
  return expectInput instanceof RegExp ? expectInput.test(input) : expectInput(input, spec)
}

/** One queue a role; whether the step is the right one is the engine's to say. */
export function queuedSteps(script: readonly ScriptedStep[]): StepSource {
  const queues = new Map<SessionRole, ScriptedStep[]>()
  for (const step of script) queues.set(step.role, [...(queues.get(step.role) ?? []), step])
  return {
    take: ({ role }) => queues.get(role)?.shift(),
    unused: () => [...queues.values()].flat(),
  }
}

/** Any order, any number of times. The first step that fits decides; those with its very pattern take turns with it. */
export function matchingSteps(script: readonly ScriptedStep[]): StepSource {
  const uses = new Map(script.map((step) => [step, 0]))
  return {
    take(spec, input, kind) {
      const fitting = script.filter(
        (step) =>
          step.role === spec.role &&
          (step.tag === undefined || step.tag === spec.tag) &&
          fitsKind(step, kind) &&
          fitsInput(step, input, spec),
      )
      const [first] = fitting
      const [chosen] = fitting
        .filter(
          (step) => String(step.expectInput) === String(first?.expectInput) && step.tool === first?.tool,
        )
        .toSorted((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0))
      if (chosen !== undefined) uses.set(chosen, (uses.get(chosen) ?? 0) + 1)
      return chosen
    },
    unused: () => script.filter((step) => uses.get(step) === 0),
  }
}

function fitsKind(step: ScriptedStep, kind: CallKind): boolean {
  if ('fail' in step || 'hang' in step) return step.kind === undefined || step.kind === kind
  return 'score' in step === (kind === 'score')
}
