/** Grades an outcome in code, never by a model. */

import { looksLikeCall } from '../src/main/harness/call-text.ts'
import type { Clock } from '../src/shared/time.ts'
import type { Dispatch, Source } from '../src/shared/turn.ts'
import { isRight } from './grading/accept.ts'
import { declinesRightly } from './grading/decline.ts'
import { countUnsupported, unsupportedIn } from './grading/support.ts'
import type { Asked, ExpectedCall } from './tasks.ts'
import type { Grades, Verdict } from './trial.ts'

/** What a system, Pixie or a peer, made of a question. */
export interface Outcome {
  /** Null for a system that chooses no handle, or was given one. */
  readonly chosen: { readonly handle: string | null } | null
  readonly answer: string
  readonly end: string
  readonly dispatches: readonly Dispatch[]
  readonly sources: readonly Source[]
}

export interface Grader {
  /** What a tool brings for these arguments, one text a thing. */
  find(dispatch: Dispatch, question: string): Promise<readonly string[]>
  readonly clock: Clock
  /** First and last day that words mean, or null. */
  resolve(words: string): { readonly start: string; readonly end: string } | null
}

/** How a turn ends whose text is an answer, be it a refusal. */
const answered: ReadonlySet<string> = new Set(['answered', 'not-found'])

const hasRun = ({ outcome }: Dispatch) => outcome === 'ran'

/** Only L1 was asked. */
export function gradeHandle({ task }: Asked, handle: string | null): Grades {
  const rightHandle = handle === task.handle
  return {
    rightHandle,
    rightTool: null,
    rightArguments: null,
    formValid: null,
    answerRight: null,
    answerSupported: null,
    unsupported: 0,
    declinedRightly: null,
    calledWell: task.forbidden.length > 0 ? handle === null : null,
    pass: rightHandle,
  }
}

function isFormValid({ answer, dispatches }: Outcome): Verdict {
  if (looksLikeCall(answer)) return false
  if (dispatches.length === 0) return null
  return dispatches.every(
    (each) => each.outcome !== 'unknown-tool' && !(hasRun(each) && each.arguments === null),
  )
}

async function hasArguments(
  { tool, finds }: ExpectedCall,
  { dispatches }: Outcome,
  question: string,
  grader: Grader,
): Promise<boolean> {
  const found = new Set<string>()
  for (const dispatch of dispatches.filter((each) => each.tool === tool && hasRun(each)))
    for (const text of await grader.find(dispatch, question)) found.add(text.normalize('NFC'))
  return finds.every((wanted) => [...found].some((text) => text.includes(wanted.normalize('NFC'))))
}

const longDay = (zone: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: zone })

/** All that an answer may rely on. */
function knownText({ task, question }: Asked, outcome: Outcome, { clock, resolve }: Grader): string {
  const range = resolve(question)
  return [
    question,
    ...task.earlier.flatMap((said) => [said.question, said.answer]),
    ...outcome.sources.flatMap(({ title, path, location, quote }) => [
      title,
      path ?? '',
      location ?? '',
      quote,
    ]),
    ...outcome.dispatches.map(({ result }) => result),
    longDay(clock.zone).format(new Date(clock.now())),
    range?.start ?? '',
    range?.end ?? '',
  ].join('\n')
}

export async function gradeOutcome(asked: Asked, outcome: Outcome, grader: Grader): Promise<Grades> {
  const { task, question } = asked
  const { answer, dispatches } = outcome
  const ran = new Set(dispatches.filter(hasRun).map(({ tool }) => tool))
  const isAnswer = answered.has(outcome.end)
  const unsupported =
    outcome.end === 'answered'
      ? countUnsupported(unsupportedIn(answer, knownText(asked, outcome, grader)))
      : 0
  const found: boolean[] = []
  for (const call of task.calls) found.push(await hasArguments(call, outcome, question, grader))
  const answerRight =
    task.accept.length === 0 ? null : outcome.end === 'answered' && isRight(answer, task.accept, task.reject)
  const declinedRightly =
    task.decline === undefined ? null : isAnswer && declinesRightly({ ...task, question }, answer)
  return {
    rightHandle: outcome.chosen === null ? null : outcome.chosen.handle === task.handle,
    rightTool: task.calls.length === 0 ? null : task.calls.every(({ tool }) => ran.has(tool)),
    rightArguments: task.calls.length === 0 ? null : found.every(Boolean),
    formValid: isFormValid(outcome),
    answerRight,
    answerSupported: outcome.end === 'answered' ? unsupported === 0 : null,
    unsupported,
    declinedRightly,
    calledWell: task.forbidden.length === 0 ? null : !task.forbidden.some((tool) => ran.has(tool)),
    pass: answerRight ?? declinedRightly ?? false,
  }
}
