/** Skills: the list, the editor's checks, drafts, files, and what the planner would pick. */
import { z } from 'zod'
import { type CallShapes, done, Id, nothing } from './define.ts'

/** Handles cross without `@`, as slugs; a call takes them with it, too. */
const Handle = z.string().min(1).max(400)

/** A skill as it is being written. Longer texts than a skill may have are refused by the check, not here. */
export const SkillDraftShape = z.strictObject({
  handle: z.string().max(400),
  shortDescription: z.string().max(8_000),
  detailedBody: z.string().max(300_000),
  enabled: z.boolean(),
  advertised: z.boolean(),
  examples: z.array(z.string().max(1_000)).max(80),
})
export type SkillDraftFields = z.infer<typeof SkillDraftShape>

const OriginShape = z.enum(['own', 'builtin', 'import'])

export const SkillRowShape = z.strictObject({
  slug: z.string(),
  title: z.string(),
  shortDescription: z.string(),
  enabled: z.boolean(),
  advertised: z.boolean(),
  /** Advertised, enabled and selected in Alignment: the planner sees it. */
  isOnMenu: z.boolean(),
  origin: OriginShape,
  exampleCount: z.int().min(0),
  /** Slugs of other skills that mention it, in their order. */
  usedBy: z.array(z.string()),
  /** Slugs of skills that it mentions and that are switched off: those steps bring nothing. */
  mentionsDisabled: z.array(z.string()),
  hasDraft: z.boolean(),
})
export type SkillRow = z.infer<typeof SkillRowShape>

const HandleKindShape = z.enum(['skill', 'tool'])

/** Everything that `@` may name. */
export const HandleShape = z.strictObject({
  slug: z.string(),
  title: z.string(),
  kind: HandleKindShape,
  /** What it is, in words: `skill`, `tool · Files`. */
  label: z.string(),
  /** What it does, on one line. */
  summary: z.string(),
  /** Always true for a tool. */
  enabled: z.boolean(),
})
export type HandleName = z.infer<typeof HandleShape>

/** One line of the tree of what a skill brings, in binding order. */
const TreeLineShape = z.strictObject({
  slug: z.string(),
  kind: HandleKindShape,
  /** 0 = mentioned by the skill itself. */
  depth: z.int().min(0),
  /**
   * `again`: came in above. `disabled`: a skill that is switched off, brings nothing. `no-grant`: may not be used.
   * `hidden`: bound, but not told to the follower.
   */
  note: z.enum(['again', 'disabled', 'no-grant', 'hidden']).nullable(),
})
export type TreeLine = z.infer<typeof TreeLineShape>

const UnknownMentionShape = z.strictObject({
  slug: z.string(),
  /** The known handle that was likely meant. */
  meant: z.string().nullable(),
  /** What a reader does not see in it, as the rest of a sentence; null when nothing. */
  hidden: z.string().nullable(),
})

const PriceLineShape = z.strictObject({
  part: z.enum(['rules', 'steps', 'nested', 'signatures', 'call-tool', 'question', 'work']),
  tokens: z.int().min(0),
})

export const SkillCheckShape = z.strictObject({
  /** What it would be saved as; null while the handle is empty. */
  slug: z.string().nullable(),
  /** Why that differs from the handle as written; null when it does not. */
  slugNote: z.string().nullable(),
  unknown: z.array(UnknownMentionShape),
  disabled: z.array(z.string()),
  tree: z.array(TreeLineShape),
  /** Names of the tools that would be bound, in order. */
  tools: z.array(z.string()),
  price: z.strictObject({
    parts: z.array(PriceLineShape),
    /** What the follower is sent before it has done anything, with the longest question. */
    tokens: z.int().min(0),
    /** Kept free for calls, results and the reply. */
    window: z.int().min(0),
    /** Of `window`; negative when it does not fit. */
    left: z.int(),
    isExact: z.boolean(),
  }),
  summary: z.strictObject({
    lines: z.int().min(0),
    tokens: z.int().min(0),
    warnings: z.array(z.string()),
  }),
  /** Why it cannot be saved, most important first; empty when it can. */
  problems: z.array(z.string()),
})
export type SkillCheck = z.infer<typeof SkillCheckShape>

const HiddenShape = z.strictObject({
  kind: z.enum(['invisible', 'comment', 'look-alike']),
  line: z.int(),
  count: z.int(),
  text: z.string(),
  what: z.string(),
})

export const ImportedShape = z.strictObject({
  slug: z.string(),
  enabled: z.boolean(),
  /** Files of its folder and front-matter keys that have no meaning here. */
  notHonoured: z.array(z.string()),
  hidden: z.array(HiddenShape),
  tooLong: z.strictObject({ tokens: z.int(), isExact: z.boolean(), over: z.int() }).nullable(),
})
export type ImportedSkillReport = z.infer<typeof ImportedShape>

const CandidateShape = z.strictObject({
  /** A slug, or null for "no tool". */
  slug: z.string().nullable(),
  probability: z.number().min(0).max(1),
})

const PreviewShape = z.strictObject({
  /** Every menu line and "no tool", most probable first. */
  candidates: z.array(CandidateShape),
  /** False when this skill cannot be picked: it is off or not advertised. */
  isOnMenu: z.boolean(),
  /** True when the request stands among the example requests and was taken out of the prompt for this. */
  isExample: z.boolean(),
})
export type RoutingPreview = z.infer<typeof PreviewShape>

const ExampleResultShape = z.strictObject({
  /** The skill or tool whose example it is. */
  slug: z.string(),
  example: z.string(),
  /** Where the planner would go; null = no tool. */
  goesTo: z.string().nullable(),
  probability: z.number().min(0).max(1),
  isRight: z.boolean(),
  /** Went to its own line with the menu as it is saved; null = not known. */
  wasRight: z.boolean().nullable(),
})
export type ExampleResult = z.infer<typeof ExampleResultShape>

/** What stays with a skill through renames; null = a new one. */
const Key = Id.nullable()

/** A skill that was deleted meanwhile counts as a new one. */
const Edited = z.strictObject({ key: Key, draft: SkillDraftShape })

const OpenedShape = z.strictObject({
  key: Id,
  slug: z.string(),
  title: z.string(),
  origin: OriginShape,
  usedBy: z.array(z.string()),
  fields: SkillDraftShape,
})
export type OpenedSkill = z.infer<typeof OpenedShape>

const KeptShape = z.strictObject({
  draft: SkillDraftShape,
  /**
   * The skill as it was when the draft was made from it. A field in which it differs from what is saved was changed
   * elsewhere, and its writer has not decided yet. Null = not known, or a new skill.
   */
  basedOn: SkillDraftShape.nullable(),
})
export type KeptSkill = z.infer<typeof KeptShape>

export const skillsCalls = {
  'skills.list': {
    params: nothing,
    result: z.strictObject({
      skills: z.array(SkillRowShape),
      /** Built-ins that their owner deleted: name and summary. */
      absentBuiltins: z.array(z.strictObject({ name: z.string(), summary: z.string() })),
      /** A new skill is being written. */
      hasNewDraft: z.boolean(),
    }),
  },
  /** Throws `not-found` with a "did you mean". */
  'skills.get': {
    params: z.strictObject({ handle: Handle }),
    result: OpenedShape,
  },
  /** The skill that was opened, whatever its handle is by now; null = it was deleted. */
  'skills.opened': { params: z.strictObject({ key: Id }), result: OpenedShape.nullable() },
  /** Cheap enough to be asked after each key. */
  'skills.check': { params: Edited, result: SkillCheckShape },
  /**
   * The gate stands here again. Drops the draft. A new handle is renamed in every text. `seen`: the saved skill that the
   * draft goes over; null = whatever it is. Throws `changed-meanwhile` when it is not that any more.
   */
  'skills.save': {
    params: Edited.extend({ seen: SkillDraftShape.nullable() }),
    result: z.strictObject({
      key: Id,
      slug: z.string(),
      /** Set when mentions elsewhere followed; `skills.undo` takes it back whole. */
      renamed: z.strictObject({ from: z.string(), to: z.string(), skills: z.int() }).nullable(),
    }),
  },
  /** Switches what a skill is for the agent, and nothing else. */
  'skills.set': {
    params: z.strictObject({
      handle: Handle,
      enabled: z.boolean().optional(),
      advertised: z.boolean().optional(),
    }),
    result: done,
  },
  'skills.duplicate': {
    params: z.strictObject({ handle: Handle }),
    result: z.strictObject({ slug: z.string() }),
  },
  /** Throws `skill-in-use`, naming the users, unless `replaceBy` takes its place. `skills.undo` takes it back. */
  'skills.delete': {
    params: z.strictObject({ handle: Handle, replaceBy: Handle.nullable() }),
    result: done,
  },
  /** Takes the last rename, deletion or restoration back, whole. Throws `not-found` when there is none, `invalid-input` when its skills changed since. */
  'skills.undo': { params: nothing, result: z.strictObject({ what: z.string() }) },
  /** Puts a built-in back to the shipped text. `skills.undo` takes it back. */
  'skills.restore': {
    params: z.strictObject({ handle: Handle }),
    result: z.strictObject({ slug: z.string() }),
  },
  /** Shows the system's dialog. Null when it was cancelled. */
  'skills.import': { params: nothing, result: z.array(ImportedShape).nullable() },
  /** Asks for a folder and writes `HANDLE/SKILL.md` there, never over another. Null when cancelled, else what was written. */
  'skills.export': { params: z.strictObject({ handle: Handle }), result: z.string().nullable() },
  'skills.names': { params: nothing, result: z.array(HandleShape) },
  'skills.draft': { params: z.strictObject({ key: Key }), result: KeptShape.nullable() },
  /** Null = none any more. One of a skill that was deleted waits as a new skill. */
  'skills.save-draft': {
    params: z.strictObject({ key: Key, kept: KeptShape.nullable() }),
    result: done,
  },
  /** L1's probabilities for a request with this draft on the menu. Ended by `skills.cancel`, then it rejects with `stopped`. */
  'skills.preview': {
    params: Edited.extend({ run: Id, request: z.string().min(1).max(4_000) }),
    result: PreviewShape,
  },
  /** Every saved example of every menu line, each against a prompt without it. Progress comes on `skills.example`. */
  'skills.examples': {
    params: Edited.extend({ run: Id }),
    result: z.strictObject({ results: z.array(ExampleResultShape) }),
  },
  /** Does nothing for a run that is over. */
  'skills.cancel': { params: z.strictObject({ run: Id }), result: done },
} as const satisfies CallShapes

export const skillsEvents = {
  'skills.example': z.strictObject({
    run: Id,
    result: ExampleResultShape,
    done: z.int().min(1),
    of: z.int().min(1),
  }),
} as const
