import { isDeepStrictEqual } from 'node:util'
import type { Dispatch, Turn } from '../../shared/turn.ts'

/** One part of a turn that came out otherwise the second time. */
export interface Difference {
  readonly what: 'mode' | 'plan' | 'dispatches' | 'answer' | 'end'
  readonly before: unknown
  readonly after: unknown
}

/**
 * What a repeated turn did otherwise, in the order of a turn; empty when it did the same. Times, tokens, the plan's
 * wording and what the tools gave back do not count: only what was chosen, asked and answered.
 */
export function compareTurns(before: Turn, after: Turn): Difference[] {
  const parts: { what: Difference['what']; of(turn: Turn): unknown }[] = [
    { what: 'mode', of: (turn) => turn.mode },
    { what: 'plan', of: (turn) => turn.plan?.handles ?? [] },
    { what: 'dispatches', of: (turn) => turn.dispatches.map(asked) },
    { what: 'answer', of: (turn) => turn.answer },
    { what: 'end', of: (turn) => turn.end },
  ]
  return parts
    .map(({ what, of }) => ({ what, before: of(before), after: of(after) }))
    .filter((part) => !isDeepStrictEqual(part.before, part.after))
}

function asked({ tool, instruction, arguments: args, outcome }: Dispatch) {
  return { tool, instruction, arguments: args, outcome }
}
