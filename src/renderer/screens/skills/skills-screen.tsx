import { useMemo } from 'react'
import { useCall } from '../../api.ts'
import { MentionKinds } from '../../ui/mention-text.tsx'
import { SkillEditor } from './skill-editor.tsx'
import { SkillOverview } from './skill-overview.tsx'

/** The skills: all of them, or one being written. */
export function SkillsScreen({ skill }: { readonly skill: string | null | undefined }) {
  const names = useCall('skills.names', {}, { topics: ['skills'] })
  const kindOf = useMemo(() => {
    const kinds = new Map(names.data?.map(({ slug, kind }) => [slug, kind]))
    return (slug: string) => kinds.get(slug) ?? null
  }, [names.data])
  return (
    <MentionKinds value={kindOf}>
      {skill === undefined ? <SkillOverview /> : <SkillEditor original={skill} />}
    </MentionKinds>
  )
}
