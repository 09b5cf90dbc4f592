/**
 * What the runtime does for the model, each part by itself: on in the app, turned off one at a time by `npm run eval`
 * to see what it is worth. The finding behind each is in `docs/small-models.md`.
 */
export interface Switches {
  /** A question that leans on what was said before is told with what it leaves out. */
  readonly followUps: boolean
  /** A question that asks two things is asked as two. */
  readonly questionParts: boolean
  /** L1: every handle and "no tool" is scored; off: the model chooses by calling `plan` or replying. */
  readonly scoredPlanner: boolean
  /** L1 sees the skills' example requests. */
  readonly plannerExamples: boolean
  /** Part of what each handle scores for an empty request is taken off. */
  readonly plannerCalibration: boolean
  /** "No tool" does not win for a question about the owner, or whose words stand together in the owner's data. */
  readonly ownWords: boolean
  /** What code sees of dates, events and the owner in a question counts beside L1's scores. */
  readonly evidence: boolean
  /** Each call of a tool is crafted by an agent of its own, L3; off: L2 has the plan's tools bound under their full schemas. */
  readonly toolAgents: boolean
  /** L3 reads the person's own words beside L2's instruction. */
  readonly personWords: boolean
  /** An instruction copied from the prompt counts as a repeat. */
  readonly copiedInstructions: boolean
  /** After each dispatch the answer is tried; a supported one ends L2. */
  readonly earlyAnswer: boolean
  /** "Does the source contain the answer?" is scored before an answer is written. */
  readonly supportCheck: boolean
  /** The question's rare words must stand in the source. */
  readonly rareWords: boolean
  /** A fact that no source holds by itself is looked for through a name that one source gives. */
  readonly bridges: boolean
  /** A question that may mean several persons is answered with a question. */
  readonly askBack: boolean
  /** Tools of the skill that L2 skipped are run before giving up. */
  readonly skippedTools: boolean
  /** One second try with the next-ranked handle. */
  readonly replan: boolean
}

export const allSwitchesOn: Switches = {
  followUps: true,
  questionParts: true,
  scoredPlanner: true,
  plannerExamples: true,
  plannerCalibration: true,
  ownWords: true,
  evidence: true,
  toolAgents: true,
  personWords: true,
  copiedInstructions: true,
  earlyAnswer: true,
  supportCheck: true,
  rareWords: true,
  bridges: true,
  askBack: true,
  skippedTools: true,
  replan: true,
}
