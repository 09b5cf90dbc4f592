import type { Pixie } from '../src/main/pixie.ts'
import type { Tool } from '../src/main/tools/tool.ts'
import type { Asked } from './tasks.ts'
import type { Layer, Trial } from './trial.ts'

/** What a system made of a question, graded. */
export type Graded = Pick<Trial, 'handle' | 'answer' | 'end' | 'grades' | 'dispatches' | 'sessions'> & {
  /** What the answer took, without the grading. */
  readonly answerMs: number
}

/** Who answers: Pixie, or a peer on the same engine and data. */
export interface System {
  readonly name: string
  /** False: it chooses no handle, so routing tasks say nothing about it. */
  readonly plans: boolean
  /** Beside Pixie's own tools, in Pixie itself; a peer binds its own. */
  readonly furtherTools?: readonly Tool[]
  ask(pixie: Pixie, asked: Asked, layer: Layer, signal: AbortSignal): Promise<Graded>
}
