import { useStore } from 'zustand'
import type { SkillDraftFields } from '../../../shared/contract/skills.ts'
import { ChangedElsewhere } from '../../ui/changed-elsewhere.tsx'
import type { SkillDraft } from './skill-draft.ts'
import type { FieldName } from './skill-merge.ts'

const names: Readonly<Record<FieldName, string>> = {
  handle: 'Handle',
  shortDescription: 'Summary',
  detailedBody: 'Instruction',
  enabled: 'On or off',
  advertised: 'Whether the planner may pick it',
  examples: 'Examples',
}

function textOf(fields: SkillDraftFields, name: FieldName): string {
  const value = fields[name]
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return typeof value === 'string' ? value : value.join('\n')
}

/** What of the skill was changed elsewhere while it was written here, or while its draft waited. */
export function FieldClashes({ draft }: { readonly draft: SkillDraft }) {
  const { slug, fields, saved, came, undecided } = useStore(draft.store)
  return (
    <ChangedElsewhere
      what={`@${slug ?? ''}`}
      came={came.map((name) => names[name])}
      clashes={undecided.map((name) => ({
        name: names[name],
        mine: textOf(fields, name),
        theirs: textOf(saved, name),
        onTake: () => draft.decide(name, 'theirs'),
        onKeep: () => draft.decide(name, 'mine'),
      }))}
      onSeen={draft.seen}
    />
  )
}
