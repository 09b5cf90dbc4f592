/**
 * Exceptions that steer the native loop: thrown inside a tool, they leave `respond` unchanged and end it at once.
 * None of them is a failure.
 */
import type { DraftAnswer } from './answer.ts'

/** The plan tool was called: L1 is over. */
export class PlanSignal extends Error {
  /** Handles of the rationale, in order, without `@`. */
  readonly handles: readonly string[]
  readonly rationale: string

  constructor(rationale: string, handles: readonly string[]) {
    super('plan declared')
    this.name = 'PlanSignal'
    this.rationale = rationale
    this.handles = handles
  }
}

/** A tool's budget, or the turn's, is used up: L2 is over, what was found stays. */
export class ToolLoopHalt extends Error {
  readonly tool: string

  constructor(tool: string) {
    super(`call budget of ${tool} used up`)
    this.name = 'ToolLoopHalt'
    this.tool = tool
  }
}

/** L2 has asked as many tools as the model's profile gives it: the runtime goes on with the steps. */
export class StepsTakenOver extends Error {
  constructor() {
    super('the runtime goes on with the steps')
    this.name = 'StepsTakenOver'
  }
}

/** The side channel already answers the question: L2 is over. */
export class AnswerFound extends Error {
  readonly answer: DraftAnswer

  constructor(answer: DraftAnswer) {
    super('answer found')
    this.name = 'AnswerFound'
    this.answer = answer
  }
}

/** The one call of a tool-agent has run and its compact result is what goes back: no report is generated. */
export class ToolAgentDone extends Error {
  constructor() {
    super('tool call done')
    this.name = 'ToolAgentDone'
  }
}
