/** What the agent is told, and what each part of it costs. */
import { z } from 'zod'
import { type CallShapes, done, LongText, nothing } from './define.ts'

export const blurbIds = ['notebook', 'files', 'calendar', 'date'] as const
export type BlurbId = (typeof blurbIds)[number]

/** Far more than fits a model, so that by how much it is too long can be told. */
const BaseText = LongText

/** Each left out stays as it is. */
export const AlignmentChangeShape = z.strictObject({
  /** Null = back to the shipped text. */
  base: BaseText.nullable().optional(),
  /** Slugs in menu order; an empty list turns planning off; null = every advertised skill. */
  skills: z.array(z.string().max(400)).max(2_000).nullable().optional(),
  blurbs: z.array(z.enum(blurbIds)).max(8).optional(),
})
export type AlignmentChangeFields = z.infer<typeof AlignmentChangeShape>

const PartNameShape = z.union([
  z.enum(['base', 'skills', 'tools']),
  z.templateLiteral(['blurb:', z.enum(blurbIds)]),
])

const PartShape = z.strictObject({
  part: PartNameShape,
  /** Exactly as in the document, without the empty line to the next part. */
  text: z.string(),
  tokens: z.int(),
})

export const PricedDocumentShape = z.strictObject({
  mode: z.enum(['plan', 'direct']),
  /** What is sent, byte for byte: the texts of `parts` with an empty line between. */
  document: z.string(),
  parts: z.array(PartShape),
  tokens: z.int().min(0),
  isExact: z.boolean(),
  /** 4,096. */
  window: z.int().min(0),
  /** What must stay free of it for question, tools and answer. */
  reserved: z.int().min(0),
  /** How far it is over; 0 when it can be saved. */
  over: z.int().min(0),
})
export type PricedDocument = z.infer<typeof PricedDocumentShape>

const SkillChoiceShape = z.strictObject({
  slug: z.string(),
  shortDescription: z.string(),
  enabled: z.boolean(),
  advertised: z.boolean(),
  isSelected: z.boolean(),
  /** Of its menu line. */
  tokens: z.int().min(0),
  exampleCount: z.int().min(0),
})
export type SkillChoice = z.infer<typeof SkillChoiceShape>

const BlurbChoiceShape = z.strictObject({
  name: z.enum(blurbIds),
  title: z.string(),
  isOn: z.boolean(),
  /** Whether the agent may use what it describes. Changed in Settings, never here. */
  isGranted: z.boolean(),
  tokens: z.int().min(0),
})

export const AlignmentShape = PricedDocumentShape.extend({
  base: z.string(),
  isDefaultBase: z.boolean(),
  defaultBase: z.string(),
  /** Selected ones first in menu order, then the others in the order of the list. */
  skills: z.array(SkillChoiceShape),
  /** Every advertised skill is selected, also ones that come later. */
  isEverySkill: z.boolean(),
  blurbs: z.array(BlurbChoiceShape),
})
export type AlignmentState = z.infer<typeof AlignmentShape>

const BaseDraftShape = z.strictObject({
  text: BaseText,
  /** The saved base instructions that it was made from. */
  basedOn: BaseText,
})
export type BaseDraftFields = z.infer<typeof BaseDraftShape>

export const alignmentCalls = {
  'alignment.show': { params: nothing, result: AlignmentShape },
  /** What a change would come to, without making it. Cheap enough to be asked after each key. */
  'alignment.price': { params: AlignmentChangeShape, result: PricedDocumentShape },
  /**
   * Whole or not at all. Throws `context-exceeded` with the exact overage, `not-found` for a handle that is no skill,
   * `changed-meanwhile` when the saved base instructions are not `replaces`. A saved base drops the draft.
   */
  'alignment.set': {
    params: AlignmentChangeShape.extend({ replaces: BaseText.optional() }),
    result: AlignmentShape,
  },
  /** Base instructions that are being written; null = none. */
  'alignment.draft': { params: nothing, result: BaseDraftShape.nullable() },
  /** Null = none any more. */
  'alignment.save-draft': {
    params: z.strictObject({ draft: BaseDraftShape.nullable() }),
    result: done,
  },
} as const satisfies CallShapes
