import type { ImportedSkillReport } from '../../../shared/contract/skills.ts'
import { number } from '../../formats.ts'
import { visibleName } from '../../names.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Handle } from '../../ui/mention-text.tsx'
import styles from './skills.module.css'

/** What came in, what of it means nothing here, and what a reader would not see. */
export function ImportReport({
  imported,
  onOpen,
  onClose,
}: {
  readonly imported: readonly ImportedSkillReport[]
  onOpen(slug: string): void
  onClose(): void
}) {
  return (
    <Dialog
      title={imported.length === 1 ? 'Imported one skill' : `Imported ${imported.length} skills`}
      isOpen
      size="medium"
      onClose={onClose}
      actions={
        <Button variant="solid" onPress={onClose}>
          Done
        </Button>
      }
    >
      <ul className={styles.report}>
        {imported.map((skill) => (
          <li key={skill.slug} data-selectable="">
            <div className={styles.reportHead}>
              <Handle kind="skill">@{skill.slug}</Handle>
              <Button variant="ghost" onPress={() => onOpen(skill.slug)}>
                Open
              </Button>
            </div>
            <Findings skill={skill} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Findings({ skill }: { readonly skill: ImportedSkillReport }) {
  const { hidden, tooLong, notHonoured, enabled } = skill
  if (hidden.length === 0 && tooLong === null && notHonoured.length === 0)
    return <p className={styles.quiet}>Taken over whole.</p>
  const about = (tokens: number, isExact: boolean) => `${isExact ? '' : '~'}${number(tokens)}`
  return (
    <ul className={styles.findings}>
      {!enabled && hidden.length > 0 && (
        <li className={styles.bad}>
          Switched off: something in it is hidden from a reader. Read it, then switch it on.
        </li>
      )}
      {hidden.map(({ kind, line, count, text, what }) => (
        <li key={`${kind} ${line} ${text}`} className={styles.bad}>
          Line {line}: {what}, <code className={styles.shown}>{visibleName(text)}</code>
          {count > 1 && `, ${count} times`}
        </li>
      ))}
      {tooLong !== null && (
        <li className={styles.bad}>
          Too long to be followed, by {about(tooLong.over, tooLong.isExact)} tokens (
          {about(tooLong.tokens, tooLong.isExact)} with the longest question). Nothing was cut; shorten its
          steps.
        </li>
      )}
      {notHonoured.map((what) => (
        <li key={what} className={styles.quiet}>
          Not used here: {visibleName(what)}
        </li>
      ))}
    </ul>
  )
}
