import { z } from 'zod'

/**
 * The prompt profile of a model: what differs between models in wording and thresholds, kept as data in
 * `resources/models.json`. The defaults are the articles' texts; another value enters where an evaluation showed it better.
 */
export const PromptProfile = z.strictObject({
  /** How many example requests of the skills L1 is shown (the first ones of each skill, in turn). */
  plannerExamples: z.int().min(0).max(64).default(48),
  /** Share of each candidate's log-probability for an empty request that is taken off (0 = none; see docs/small-models.md). */
  plannerCalibration: z.number().min(0).max(1).default(0.25),
  /** `model`: L1 writes what the plan is for; `none`: the plan names the handle only, and costs no generated token. */
  plannerPurpose: z.enum(['model', 'none']).default('model'),
  /**
   * Which real calls a tool-agent crafts. `all`: each. `open`: not those that leave it nothing to craft, since the tool has
   * no arguments or code knows them.
   */
  craftedCalls: z.enum(['all', 'open']).default('all'),
  /** `report`: L3 says in words what the tool returned. `compact`: L3 ends with its call and the tool's own compact result goes back. */
  toolAgentReply: z.enum(['report', 'compact']).default('compact'),
  /**
   * How many tools L2 asks before the runtime goes on with the tools of the skill's steps in their order, each with the
   * person's own words; null = L2 goes on until its steps are done.
   */
  followerCalls: z.int().min(1).nullable().default(null),
  /**
   * How L2 says which tool it asks. `written`: it writes its calls. `scored`: the names that its first call may have are
   * scored, as L1's handles are, the tool is asked with the person's own words, and the runtime goes on with the steps.
   * Plans that look nothing up are always written, since L2's own words may be their answer.
   */
  followerChoice: z.enum(['written', 'scored']).default('written'),
  /** Longest instruction of L2, in characters: intent in plain words, not a text (small models fill what they are given). */
  instructionLength: z.int().min(20).default(100),
  /** Whether `call_tool`'s description keeps the article's example, which small models copy (docs/small-models.md §3.2). */
  callToolExample: z.boolean().default(true),
  /** An instruction copied from the prompt: `nudge` = a repeat, as any other; `replace` = the tool is asked with the person's own words. */
  copiedInstruction: z.enum(['nudge', 'replace']).default('nudge'),
  /** The log-odds of yes over no above which "does the source contain the answer" counts as yes. Differs by model. */
  supportThreshold: z.number().default(0),
  /** The same for sources that share few words with the question, or none: they are asked about when all else failed. */
  certaintyThreshold: z.number().default(1.5),
  /**
   * What that certainty is of. `yes`: the log-odds as they are. `gain`: what the source adds to the log-odds of an empty one,
   * for a model that says yes to some questions whatever it reads.
   */
  certaintyOf: z.enum(['yes', 'gain']).default('yes'),
  /** Share of the question's word rarity that a source must hold, 0–1 (see harness/coverage.ts). */
  coverageThreshold: z.number().min(0).max(1).default(0.5),
  /** The share from which a source is asked about at once; what has less waits until every place was looked at. */
  clearCoverage: z.number().min(0).max(1).default(0.8),
})

export type PromptProfile = z.infer<typeof PromptProfile>

export const defaultProfile: PromptProfile = PromptProfile.parse({})
