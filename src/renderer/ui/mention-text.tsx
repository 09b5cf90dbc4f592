import { createContext, type ReactNode, useContext } from 'react'
import { parseMentions } from '../../shared/mention.ts'
import { classNames } from './class-names.ts'
import styles from './mention-text.module.css'

export type MentionKind = 'skill' | 'tool'
/** What a slug names; null = nothing that there is. */
export type KindOf = (slug: string) => MentionKind | null

const KindsContext = createContext<KindOf>(() => null)
/** Tells every `MentionText` below it what a handle names. */
export const MentionKinds = KindsContext.Provider

export function useMentionKinds(): KindOf {
  return useContext(KindsContext)
}

const words: Readonly<Record<MentionKind, string>> = { skill: 'Skill', tool: 'Tool' }

/** One handle: orange and square for a skill, blue and round for a tool, underlined in red when there is no such thing. */
export function Handle({
  kind,
  children,
}: {
  readonly kind: MentionKind | null
  readonly children: ReactNode
}) {
  return (
    <span
      className={classNames(styles.handle, kind === null ? styles.unknown : styles[kind])}
      title={kind === null ? 'There is no skill or tool of this name' : words[kind]}
    >
      {children}
    </span>
  )
}

/** Text as it is, with its handles tinted. Nothing in it is read as markup. */
export function MentionText({
  text,
  kindOf,
}: {
  readonly text: string
  /** Left out: what `MentionKinds` around it says. */
  readonly kindOf?: KindOf | undefined
}) {
  const around = useMentionKinds()
  const kind = kindOf ?? around
  const parts: ReactNode[] = []
  let at = 0
  for (const mention of parseMentions(text, { isKnown: (slug) => kind(slug) !== null })) {
    parts.push(text.slice(at, mention.from))
    parts.push(
      <Handle key={mention.from} kind={kind(mention.slug)}>
        {text.slice(mention.from, mention.to)}
      </Handle>,
    )
    at = mention.to
  }
  parts.push(text.slice(at))
  return <>{parts}</>
}
