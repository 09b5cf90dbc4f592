/** A skill that was changed here and elsewhere: what becomes of each field. */
import type { SkillDraftFields } from '../../../shared/contract/skills.ts'

export type FieldName = keyof SkillDraftFields

const fieldNames = [
  'handle',
  'shortDescription',
  'detailedBody',
  'enabled',
  'advertised',
  'examples',
] as const satisfies readonly FieldName[]

export const isSame = (a: SkillDraftFields, b: SkillDraftFields) => JSON.stringify(a) === JSON.stringify(b)

interface Writing {
  readonly fields: SkillDraftFields
  /** As saved when each field was last in step with it. */
  readonly basedOn: SkillDraftFields
}

const differ = (a: SkillDraftFields, b: SkillDraftFields) => (name: FieldName) =>
  JSON.stringify(a[name]) !== JSON.stringify(b[name])

/** `to` with these fields as they are in `from`. */
export function withFields(
  to: SkillDraftFields,
  from: SkillDraftFields,
  names: readonly FieldName[],
): SkillDraftFields {
  return { ...to, ...Object.fromEntries(names.map((name) => [name, from[name]])) }
}

/** Takes over what is saved by now, where it was not changed here. `came`: the fields that became another by that. */
export function followSaved({ fields, basedOn }: Writing, saved: SkillDraftFields) {
  const [isMine, isOther, isTheirs] = [differ(fields, basedOn), differ(fields, saved), differ(basedOn, saved)]
  const came = fieldNames.filter((name) => !isMine(name) && isOther(name))
  const inStep = fieldNames.filter((name) => !isMine(name) || !isOther(name) || !isTheirs(name))
  return {
    fields: withFields(fields, saved, came),
    basedOn: withFields(basedOn, saved, inStep),
    came,
  }
}

/** Fields that were changed here and elsewhere, differently, and not decided on. */
export function undecidedFields({ fields, basedOn }: Writing, saved: SkillDraftFields): FieldName[] {
  const [isTheirs, isOther] = [differ(basedOn, saved), differ(fields, saved)]
  return fieldNames.filter((name) => isTheirs(name) && isOther(name))
}
