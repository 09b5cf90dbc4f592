/** What each step of a turn did, in words, and when. */
import type { TraceStep, TraceView } from '../../../shared/contract/traces.ts'
import type { Dispatch } from '../../../shared/turn.ts'

export interface ShownStep {
  readonly step: TraceStep
  readonly index: number
  /** Ran on behalf of the step before: a tool-agent of the follower. */
  readonly isNested: boolean
  readonly words: string
  /** Of the whole turn, 0 to 1. */
  readonly from: number
  readonly share: number
  /** The dispatch that a tool-agent carried out. */
  readonly dispatch: Dispatch | null
}

export function shownSteps(trace: TraceView): ShownStep[] {
  const spans = timeline(trace)
  return trace.steps.map((step, index) => {
    const { from, to } = spans[index] ?? { from: 0, to: 0 }
    return {
      step,
      index,
      isNested: step.tag.startsWith('l3.'),
      words: wordsOf(trace, index),
      from,
      share: to - from,
      dispatch: dispatchOf(trace, step),
    }
  })
}

/**
 * Tokens of the largest prompt, near enough: a step's counts add up over its rounds, so the length of what it was shown
 * bounds them. How many characters a token has is taken from the tool-agents, which have one round.
 */
export function largestPrompt({ steps }: TraceView): number {
  const ratios = steps
    .filter(({ tag, tokens }) => tag.startsWith('l3.') && total(tokens) > 0)
    .map(({ transcript, tokens }) => transcript.length / total(tokens))
  const charactersPerToken = ratios.length === 0 ? usualCharacters : Math.min(...ratios)
  return Math.max(
    0,
    ...steps.map(({ tokens, transcript }) =>
      Math.min(tokens.evaluated + tokens.reused, Math.round(transcript.length / charactersPerToken)),
    ),
  )
}

const usualCharacters = 4

export function total({ evaluated, reused, generated }: TraceStep['tokens']): number {
  return evaluated + reused + generated
}

function dispatchOf({ turn }: TraceView, { tag }: TraceStep): Dispatch | null {
  const number = /^l3\..*\.(\d+)$/.exec(tag)?.[1]
  return turn?.dispatches.find(({ step }) => String(step) === number) ?? null
}

function wordsOf(trace: TraceView, index: number): string {
  const step = trace.steps[index]
  if (step === undefined) return ''
  if (step.error !== null) return step.error.message
  if (step.tag === 'planner') return plannerWords(step)
  if (step.tag === 'l2') return followerWords(trace, index)
  if (step.tag.startsWith('l3.')) return dispatchWords(dispatchOf(trace, step), step)
  return answerWords(step)
}

function plannerWords({ input, output }: TraceStep): string {
  if (input === '') return 'weighed an empty request, to compare with'
  const planned = /(?:^|\n)plan: (.*)/.exec(output)?.[1]
  const handle = planned === undefined ? 'no tool' : (/@[\p{L}\p{N}_-]+/u.exec(planned)?.[0] ?? planned)
  const share = scores(output).find(([name]) => name === handle)?.[1]
  const percent = share === undefined ? '' : `, ${Math.round(100 * share)} %`
  return handle === 'no tool' ? `needed no tool${percent}` : `picked ${handle}${percent}`
}

/** The lines `NAME: 0.84` of a step that weighed candidates. */
function scores(output: string): [string, number][] {
  return output
    .split('\n')
    .map((line) => /^(.+): (\d\.\d{3})$/.exec(line))
    .flatMap((found): [string, number][] => (found ? [[found[1] ?? '', Number(found[2])]] : []))
}

function followerWords({ steps }: TraceView, index: number): string {
  const after = steps.slice(index + 1)
  const next = after.findIndex(({ tag }) => tag === 'l2' || tag === 'planner')
  const calls = (next < 0 ? after : after.slice(0, next)).filter(({ tag }) => tag.startsWith('l3.')).length
  const made = calls === 0 ? 'no call' : calls === 1 ? 'one call' : `${calls} calls`
  const output = steps[index]?.output ?? ''
  if (output.includes('answer found')) return `${made}, then the answer was there`
  return output.includes('halt: ') ? `${made}, then it was halted` : `${made}, then done`
}

function dispatchWords(dispatch: Dispatch | null, step: TraceStep): string {
  const text = dispatch?.result ?? step.output
  return firstLine(text) || 'nothing'
}

function answerWords({ output }: TraceStep): string {
  const no = scores(output).find(([name]) => name.startsWith('No'))?.[1] ?? 0
  const said = output
    .split('\n')
    .filter((line) => line.trim() !== '' && scores(line).length === 0)
    .at(-1)
  if (said !== undefined) return firstLine(said)
  return no > 0.5 ? 'not in this source' : 'nothing'
}

function firstLine(text: string): string {
  return text.split('\n')[0]?.trim() ?? ''
}

interface Span {
  readonly from: number
  readonly to: number
}

/** When each step ran, as shares of the turn: by their kept starts, else one after the other in their order. */
export function timeline({ steps, turn }: TraceView): Span[] {
  const starts = steps.every(({ startedMs }) => startedMs !== null)
    ? steps.map(({ startedMs }) => startedMs ?? 0)
    : stacked(steps, turn?.ms ?? null)
  const end = Math.max(1, turn?.ms ?? 0, ...steps.map(({ ms }, i) => (starts[i] ?? 0) + ms))
  return steps.map(({ ms }, i) => ({ from: (starts[i] ?? 0) / end, to: ((starts[i] ?? 0) + ms) / end }))
}

/**
 * Starts of steps that were not kept. What comes after a follower ran inside it as long as that makes the sum fit the
 * turn: a follower's time holds that of the tool-agents it called, but not of those that ran when it was done.
 */
function stacked(steps: readonly TraceStep[], turnMs: number | null): number[] {
  let tooMuch = turnMs === null ? 0 : steps.reduce((sum, { ms }) => sum + ms, 0) - turnMs
  const starts: number[] = []
  let now = 0
  let inside: { at: number; left: number } | null = null
  for (const { tag, ms } of steps) {
    if (inside !== null && tag !== 'l2' && tag !== 'planner' && ms <= inside.left && tooMuch >= ms / 2) {
      starts.push(inside.at)
      inside = { at: inside.at + ms, left: inside.left - ms }
      tooMuch -= ms
      continue
    }
    starts.push(now)
    inside = tag === 'l2' ? { at: now, left: ms } : null
    now += ms
  }
  return starts
}
