import { useState } from 'react'
import type { HandleName, SkillRow } from '../../../shared/contract/skills.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { MentionText } from '../../ui/mention-text.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './skills.module.css'
import { handles, type SkillActs } from './use-skill-acts.tsx'

/** Others mention the skill that is to go: names them, and offers another handle for its place. */
export function InUseDialog({
  acts,
  names,
}: {
  readonly acts: SkillActs
  readonly names: readonly HandleName[]
}) {
  const { inUse: row } = acts
  if (row === null) return null
  return <Open key={row.slug} row={row} acts={acts} names={names} />
}

function Open({
  row,
  acts,
  names,
}: {
  readonly row: SkillRow
  readonly acts: SkillActs
  readonly names: readonly HandleName[]
}) {
  const others = names.filter(({ slug }) => slug !== row.slug)
  const [by, setBy] = useState(others[0]?.slug ?? '')
  return (
    <Dialog
      title={`@${row.slug} is still mentioned`}
      isOpen
      onClose={acts.closeInUse}
      actions={
        <>
          <Button onPress={acts.closeInUse}>Keep it</Button>
          <Button isBad isDisabled={by === ''} onPress={() => void acts.replace(row, by)}>
            Replace and delete
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p data-selectable="">
          <MentionText
            text={`${handles(row.usedBy)} ${row.usedBy.length === 1 ? 'mentions' : 'mention'} it. Without it those steps would dangle, so another handle has to take its place there.`}
          />
        </p>
        <Select
          label="Replace mentions by"
          value={by}
          onChange={setBy}
          choices={others.map(({ slug, label }) => ({ value: slug, label: `@${slug} · ${label}` }))}
        />
      </div>
    </Dialog>
  )
}
