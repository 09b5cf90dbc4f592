import { useMemo, useState } from 'react'
import { diffLines } from '../../shared/diff.ts'
import { Button } from './button.tsx'
import styles from './changed-elsewhere.module.css'
import { classNames } from './class-names.ts'
import { Dialog } from './dialog.tsx'
import { DiffList } from './diff-list.tsx'

/** A text that is not the same here and where it is saved. */
export interface Clash {
  /** `Summary`. */
  readonly name: string
  readonly mine: string
  readonly theirs: string
  onTake(): void
  onKeep(): void
}

interface ChangedElsewhereProps {
  /** What was changed, as the subject of a sentence. */
  readonly what: string
  /** Names of what was taken over, because it was not being changed here. */
  readonly came?: readonly string[]
  readonly clashes: readonly Clash[]
  /** What came has been read. */
  onSeen?(): void
  readonly className?: string | undefined
}

/** What is being written was changed somewhere else meanwhile: what came of it, and what is still to be chosen. */
export function ChangedElsewhere({ what, came = [], clashes, onSeen, className }: ChangedElsewhereProps) {
  const [compared, setCompared] = useState<string | null>(null)
  if (came.length === 0 && clashes.length === 0) return null
  const clash = clashes.find(({ name }) => name === compared)
  return (
    <section role="status" aria-label="Changed elsewhere" className={classNames(styles.note, className)}>
      <p>
        <b>{what} was changed elsewhere since you began writing.</b>
        {came.length > 0 && ` Taken over here: ${came.join(', ')}.`}
        {clashes.length > 0 && ' Choose whose words stay; until then nothing is saved.'}
      </p>
      {clashes.length > 0 ? (
        <ul>
          {clashes.map((each) => (
            <li key={each.name}>
              <span className={styles.name}>{each.name}</span>
              <span className={styles.choices}>
                <Button
                  variant="ghost"
                  aria-label={`Compare ${each.name}`}
                  onPress={() => setCompared(each.name)}
                >
                  Compare
                </Button>
                <Button aria-label={`Take theirs: ${each.name}`} onPress={each.onTake}>
                  Take theirs
                </Button>
                <Button aria-label={`Keep mine: ${each.name}`} onPress={each.onKeep}>
                  Keep mine
                </Button>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        onSeen !== undefined && (
          <Button variant="ghost" onPress={onSeen}>
            OK
          </Button>
        )
      )}
      {clash !== undefined && <CompareClash clash={clash} onClose={() => setCompared(null)} />}
    </section>
  )
}

function CompareClash({ clash, onClose }: { readonly clash: Clash; onClose(): void }) {
  const { name, mine, theirs, onTake, onKeep } = clash
  const lines = useMemo(() => diffLines(theirs, mine), [theirs, mine])
  const and = (choose: () => void) => () => {
    onClose()
    choose()
  }
  return (
    <Dialog
      title={`${name}: theirs and yours`}
      isOpen
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onPress={and(onTake)}>Take theirs</Button>
          <Button onPress={and(onKeep)}>Keep mine</Button>
          <Button variant="solid" onPress={onClose}>
            Decide later
          </Button>
        </>
      }
    >
      <DiffList lines={lines} from="Theirs" to="Yours" />
    </Dialog>
  )
}
