/** L1: sees the menu and nothing else, and says which handle the turn uses, or that it needs none. */
import { textOf } from '../../shared/ledger.ts'
import { parseMentions } from '../../shared/mention.ts'
import type { BoundTool, EarlierTurn, Session } from '../model/engine.ts'
import { asksForAction } from './actions.ts'
import { isCopied } from './copied-instruction.ts'
import { handleEvidence } from './evident-handles.ts'
import { asksAboutOwner, standsInOwnData } from './own-words.ts'
import type { HarnessPorts, MenuEntry } from './ports.ts'
import { prompt } from './prompts.ts'
import { PlanSignal } from './signals.ts'

export interface Candidate {
  /** A slug, or null for "no tool". */
  readonly handle: string | null
  readonly probability: number
}

export interface PlannerOutcome {
  /** Slugs; empty when no tool is needed. */
  readonly handles: readonly string[]
  readonly rationale: string
  /** Every menu line and "no tool", most probable first; empty when nothing was scored. */
  readonly candidates: readonly Candidate[]
  /** What "no tool" has by the model's scores alone, 0–1; null when nothing was scored. */
  readonly noToolByModel: number | null
  /** The model's own reply when it was not scored and chose not to plan. */
  readonly reply: string | null
}

export interface PlannerInput {
  readonly question: string
  readonly signal: AbortSignal
  /** False: only the scores are wanted (`route`), no sentence is written. */
  readonly withRationale: boolean
  /** The conversation has earlier exchanges. */
  readonly isFollowUp: boolean
  /** And the question is told with what was said in them. */
  readonly leans?: boolean
}

const replyStart = "I'll use "
const noTool = 'no tool'
/** Longest purpose L1 may write, in characters: a plan is one sentence. */
const purposeLength = 80
const planTokens = 64
/** Kept free of examples: the longest question (about 1,000 tokens), the plan tool's schema, the plan. */
const reservedTokens = 1400
/** What the chat format puts around one exchange, at most, in the formats known. */
const turnTokens = 16
const planTimeMs = 30_000

const candidateText = (slug: string | null) => (slug === null ? noTool : `@${slug}`)

/** Example requests as earlier exchanges: one of each menu line in turn, so that a cut keeps them even. */
export function plannerExamples(
  menu: readonly MenuEntry[],
  noToolExamples: readonly string[],
  limit: number,
): EarlierTurn[] {
  const lists = [
    ...menu.map(({ slug, examples }) => ({ slug: slug as string | null, examples })),
    { slug: null, examples: noToolExamples },
  ]
  const rounds = Math.max(...lists.map(({ examples }) => examples.length))
  const turns: EarlierTurn[] = []
  for (let round = 0; round < rounds; round++)
    for (const { slug, examples } of lists) {
      const user = examples[round]
      if (user !== undefined) turns.push({ user, reply: `${replyStart}${candidateText(slug)}.` })
    }
  return turns.slice(0, limit)
}

/** Takes `share` of each candidate's log-probability for an empty request off, and normalises again. */
export function calibrate(scores: readonly number[], empty: readonly number[], share: number): number[] {
  const shifted = scores.map((score, i) => score - share * (empty[i] ?? 0))
  const top = Math.max(...shifted)
  const weights = shifted.map((score) => Math.exp(score - top))
  const sum = weights.reduce((a, b) => a + b, 0)
  return weights.map((weight) => weight / sum)
}

/**
 * The tool that ends L1. Scored: only the purpose is decoded and `chosen` gives the slug, known when the tool runs.
 * Null: one handle of the menu is decoded as well.
 */
function planTool(menu: readonly MenuEntry[], chosen: (() => string) | null): BoundTool {
  const purpose = {
    type: 'string',
    maxLength: purposeLength,
    description: 'what the user wants, in a few of their own words',
  } as const
  const handle = {
    type: 'string',
    enum: menu.map(({ slug }) => candidateText(slug)),
    description: 'one handle of the menu',
  } as const
  return {
    name: 'plan',
    description: prompt('plan-tool'),
    parameters: { type: 'object', properties: chosen === null ? { handle, purpose } : { purpose } },
    async execute(args) {
      const used = chosen === null ? String(args.handle) : candidateText(chosen())
      throw planSignal(used, String(args.purpose), menu)
    },
  }
}

/** The plan sentence of the article, and the handles that the one grammar reads in it; only those of the menu count. */
function planSignal(handle: string, purpose: string, menu: readonly MenuEntry[]): PlanSignal {
  const words = purpose
    .replace(/^\s*to\s+/i, '')
    .trim()
    .replace(/[.\s]+$/, '')
  const rationale = words === '' ? `${replyStart}${handle}.` : `${replyStart}${handle} to ${words}.`
  const known = new Set(menu.map(({ slug }) => slug))
  const handles = parseMentions(rationale, { isKnown: (slug) => known.has(slug) })
    .map(({ slug }) => slug)
    .filter((slug) => known.has(slug))
  return new PlanSignal(rationale, [...new Set(handles)])
}

/** As many example requests as the profile wants and the window holds beside the document and the longest question. */
function examplesFor(ports: HarnessPorts): EarlierTurn[] {
  if (!ports.switches.plannerExamples) return []
  const { namespace, engine } = ports
  let left = engine.contextTokens - engine.countTokens(textOf(ports.document())) - reservedTokens
  return plannerExamples(namespace.menu(), namespace.noToolExamples(), engine.profile.plannerExamples).filter(
    ({ user, reply }) => {
      // Once one does not fit, none after it is shown: the order is what keeps the menu lines even.
      left = left < 0 ? left : left - engine.countTokens(user) - engine.countTokens(reply) - turnTokens
      return left >= 0
    },
  )
}

function plannerSession(ports: HarnessPorts, chosen: (() => string) | null): Promise<Session> {
  const document = ports.document()
  return ports.engine.createSession({
    role: 'planner',
    tag: 'planner',
    instructions: textOf(document),
    labels: { instructions: document, earlier: 'examples', tools: 'plan-tool' },
    earlier: examplesFor(ports),
    tools: [planTool(ports.namespace.menu(), chosen)],
    mustCall: chosen === null ? 'free' : 'first',
  })
}

/** Scores for an empty request: what each handle is worth before anything is asked. Kept, since the menu rarely changes. */
async function emptyScores(
  ports: HarnessPorts,
  candidates: readonly string[],
  signal: AbortSignal,
): Promise<readonly number[]> {
  const key = JSON.stringify([
    ports.engine.model.id,
    textOf(ports.document()),
    examplesFor(ports),
    candidates,
  ])
  const kept = ports.scoreCache.get(key)
  if (kept !== null) return kept
  const session = await plannerSession(ports, () => '')
  try {
    const scores = await session.score('', { signal, replyStart, candidates })
    ports.scoreCache.set(key, scores)
    return scores
  } finally {
    await session.dispose()
  }
}

async function score(
  ports: HarnessPorts,
  session: Session,
  { question, isFollowUp, leans = false, signal }: PlannerInput,
): Promise<Pick<PlannerOutcome, 'candidates' | 'noToolByModel'>> {
  const slugs: (string | null)[] = [...ports.namespace.menu().map(({ slug }) => slug), null]
  const candidates = slugs.map(candidateText)
  const calibrating = ports.switches.plannerCalibration && ports.engine.profile.plannerCalibration > 0
  const empty = calibrating ? await emptyScores(ports, candidates, signal) : []
  const scores = await session.score(question, { signal, replyStart, candidates })
  const input = { question, isFollowUp, leans, signal }
  const evidence = ports.switches.evidence ? await handleEvidence(ports, input) : () => 0
  const weighed = scores.map((score, i) => score + evidence(slugs[i] ?? null))
  const share = ports.engine.profile.plannerCalibration
  const probabilities = calibrate(weighed, empty, share)
  const ranked = slugs
    .map((handle, i) => ({ handle, probability: probabilities[i] ?? 0 }))
    .sort((a, b) => b.probability - a.probability)
  return { candidates: ranked, noToolByModel: calibrate(scores, empty, share).at(-1) ?? 0 }
}

/** Runs the loop until the plan tool ends it. Null when the model replied instead. */
async function declarePlan(
  session: Session,
  { question, signal }: PlannerInput,
): Promise<PlanSignal | { reply: string }> {
  try {
    const reply = await session.respond(question, { signal, maxTokens: planTokens, timeLimitMs: planTimeMs })
    return { reply: reply.text }
  } catch (error) {
    if (error instanceof PlanSignal) return error
    throw error
  }
}

/** "No tool" is ruled out for a question about the owner or the owner's data; the others share what it had. */
function ruleOutNoTool(
  candidates: readonly Candidate[],
  { switches, corpus }: HarnessPorts,
  { question, isFollowUp }: PlannerInput,
): readonly Candidate[] {
  if (candidates[0]?.handle !== null || !switches.ownWords || asksForAction(question)) return candidates
  if (!asksAboutOwner(question) && !standsInOwnData(question, corpus, isFollowUp)) return candidates
  const others = candidates.filter(({ handle }) => handle !== null)
  const total = others.reduce((sum, { probability }) => sum + probability, 0)
  // Handles too improbable to share anything stay in their order.
  const share = (probability: number) => (total > 0 ? probability / total : 1 / others.length)
  const ranked = others.map(({ handle, probability }) => ({ handle, probability: share(probability) }))
  return [...ranked, { handle: null, probability: 0 }]
}

const promptText = (ports: HarnessPorts) =>
  [
    textOf(ports.document()),
    prompt('plan-tool'),
    ...examplesFor(ports).flatMap(({ user, reply }) => [user, reply]),
  ].join('\n')

async function planScored(ports: HarnessPorts, input: PlannerInput): Promise<PlannerOutcome> {
  let chosen = ''
  const session = await plannerSession(ports, () => chosen)
  try {
    const scored = await score(ports, session, input)
    const candidates = ruleOutNoTool(scored.candidates, ports, input)
    const ranked = { candidates, noToolByModel: scored.noToolByModel, reply: null }
    const best = candidates[0]?.handle ?? null
    if (best === null) return { handles: [], rationale: '', ...ranked }
    chosen = best
    const composed = `${replyStart}@${best}.`
    if (!input.withRationale || ports.engine.profile.plannerPurpose === 'none')
      return { handles: [best], rationale: composed, ...ranked }
    const plan = await declarePlan(session, input)
    // A purpose made of the menu's words and none of the person's says nothing.
    const isSaying =
      plan instanceof PlanSignal && !isCopied(plan.rationale, input.question, promptText(ports))
    const rationale = isSaying ? plan.rationale : composed
    return { handles: [best], rationale, ...ranked }
  } finally {
    await session.dispose()
  }
}

/** The model chooses by itself: it calls `plan`, or replies. */
async function planFreely(ports: HarnessPorts, input: PlannerInput): Promise<PlannerOutcome> {
  const session = await plannerSession(ports, null)
  try {
    const plan = await declarePlan(session, input)
    const unscored = { candidates: [], noToolByModel: null }
    if (plan instanceof PlanSignal)
      return { handles: plan.handles, rationale: plan.rationale, ...unscored, reply: null }
    return { handles: [], rationale: '', ...unscored, reply: plan.reply }
  } finally {
    await session.dispose()
  }
}

/** Decides what a turn uses. The menu must not be empty. */
export function runPlanner(ports: HarnessPorts, input: PlannerInput): Promise<PlannerOutcome> {
  return ports.switches.scoredPlanner ? planScored(ports, input) : planFreely(ports, input)
}
