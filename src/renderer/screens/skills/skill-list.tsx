import { Copy, Ellipsis, Pencil, Power, RotateCcw, Share, Trash2, Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SkillRow } from '../../../shared/contract/skills.ts'
import { visibleName } from '../../names.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { List } from '../../ui/list.tsx'
import { Handle, MentionText } from '../../ui/mention-text.tsx'
import { Menu, type MenuAction } from '../../ui/menu.tsx'
import styles from './skills.module.css'
import { handles, type SkillActs } from './use-skill-acts.tsx'

export function SkillList({
  rows,
  acts,
  empty,
}: {
  readonly rows: readonly SkillRow[]
  readonly acts: SkillActs
  readonly empty: ReactNode
}) {
  return (
    <List
      label="Skills"
      items={rows}
      idOf={({ slug }) => slug}
      nameOf={(row) => `@${row.slug}, ${stateOf(row)}`}
      onOpen={({ slug }) => acts.open(slug)}
      empty={empty}
    >
      {(row) => (
        <div className={styles.row}>
          <div className={styles.rowText}>
            <p className={styles.rowHead}>
              <span className={classNames(!row.enabled && styles.isOff)}>
                <Handle kind="skill">@{row.slug}</Handle>
              </span>
              <span className={styles.state}>{stateOf(row)}</span>
              {row.hasDraft && <span className={styles.draftMark}>Unsaved changes</span>}
            </p>
            <p className={styles.summary}>
              {row.shortDescription === '' ? 'No summary' : visibleName(row.shortDescription)}
            </p>
            <Notes row={row} />
          </div>
          <Menu
            label={`What to do with @${row.slug}`}
            trigger={<IconButton icon={Ellipsis} aria-label={`More for @${row.slug}`} />}
            items={actionsFor(row, acts)}
          />
        </div>
      )}
    </List>
  )
}

/** In plain words: what the skill is for the agent. */
function stateOf({ enabled, advertised, isOnMenu }: SkillRow): string {
  if (!enabled) return 'Off'
  if (!advertised) return 'Only when another skill mentions it'
  return isOnMenu ? 'The planner may pick it' : 'Not selected in Alignment'
}

function Notes({ row }: { readonly row: SkillRow }) {
  const { mentionsDisabled, usedBy } = row
  return (
    <>
      {usedBy.length > 0 && (
        <p className={styles.note}>
          Used by <MentionText text={handles(usedBy)} />
        </p>
      )}
      {mentionsDisabled.length > 0 && (
        <p className={classNames(styles.note, styles.bad)}>
          Mentions {handles(mentionsDisabled)}, which {mentionsDisabled.length === 1 ? 'is' : 'are'} switched
          off and {mentionsDisabled.length === 1 ? 'brings' : 'bring'} nothing.
        </p>
      )}
    </>
  )
}

function actionsFor(row: SkillRow, acts: SkillActs): (MenuAction | 'line')[] {
  const restore: MenuAction[] =
    row.origin === 'builtin'
      ? [
          {
            id: 'restore',
            label: 'Put back as it came',
            icon: RotateCcw,
            onAction: () => void acts.restore(row.slug),
          },
        ]
      : []
  return [
    { id: 'open', label: 'Edit', icon: Pencil, onAction: () => acts.open(row.slug) },
    { id: 'duplicate', label: 'Duplicate', icon: Copy, onAction: () => void acts.duplicate(row) },
    { id: 'export', label: 'Export…', icon: Share, onAction: () => void acts.exportTo(row) },
    'line',
    {
      id: 'advertise',
      label: row.advertised ? 'Use only when mentioned' : 'Let the planner pick it',
      icon: Waypoints,
      onAction: () => void acts.set(row, { advertised: !row.advertised }),
    },
    {
      id: 'enable',
      label: row.enabled ? 'Switch off' : 'Switch on',
      icon: Power,
      onAction: () => void acts.set(row, { enabled: !row.enabled }),
    },
    'line',
    ...restore,
    { id: 'delete', label: 'Delete', icon: Trash2, isBad: true, onAction: () => void acts.remove(row) },
  ]
}
