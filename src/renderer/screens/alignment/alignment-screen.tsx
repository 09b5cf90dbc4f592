import { useEffect, useMemo, useRef, useState } from 'react'
import type { AlignmentState, PricedDocument } from '../../../shared/contract/alignment.ts'
import { useCall } from '../../api.ts'
import type { EditorHandle } from '../../editor/use-editor.ts'
import { useNavigation } from '../../navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { MentionKinds } from '../../ui/mention-text.tsx'
import { Screen } from '../../ui/screen.tsx'
import { showToast } from '../../ui/toast.ts'
import { Waiting } from '../../ui/waiting.tsx'
import styles from './alignment.module.css'
import { BlurbChoices, SkillChoices } from './choices.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { DocumentPage } from './document-page.tsx'
import { LastTurn } from './last-turn.tsx'
import { PriceFoot } from './price-foot.tsx'
import { type AlignmentDesk, useAlignment } from './use-alignment.ts'

/** One readable document: exactly what the agent is told, what each part costs, and the levers beside it. */
export function AlignmentScreen() {
  const desk = useAlignment()
  const { state, priced } = desk
  if (state !== undefined && priced !== undefined) return <Open desk={desk} state={state} priced={priced} />
  return (
    <Screen title="Alignment">
      {desk.loadError === null ? (
        <Waiting>Reading what your agent is told</Waiting>
      ) : (
        <Failure error={desk.loadError} onRetry={desk.retry} />
      )}
    </Screen>
  )
}

function Open({
  desk,
  state,
  priced,
}: {
  readonly desk: AlignmentDesk
  readonly state: AlignmentState
  readonly priced: PricedDocument
}) {
  const names = useCall('skills.names', {}, { topics: ['skills'] })
  const go = useNavigation((navigation) => navigation.go)
  const [isComparing, setIsComparing] = useState(false)
  const editor = useRef<EditorHandle>(null)
  const leaving = useLeaving(desk, editor)
  useFollowing(state.base, desk.isDirty, editor)
  const kindOf = useMemo(() => {
    const kinds = new Map(names.data?.map(({ slug, kind }) => [slug, kind]))
    return (slug: string) => kinds.get(slug) ?? null
  }, [names.data])
  const isDefault = desk.base === state.defaultBase

  async function save(): Promise<void> {
    if (await desk.apply({ base: isDefault ? null : desk.base }))
      showToast({ text: 'Saved. The next turn reads it.' })
  }

  async function reset(): Promise<void> {
    const before = desk.base
    editor.current?.setText(state.defaultBase)
    setIsComparing(false)
    if (!(await desk.apply({ base: null }))) return
    const undo = async () => {
      editor.current?.setText(before)
      await desk.apply({ base: before })
    }
    showToast({ text: 'The base instructions are the default again', undo })
  }

  return (
    <MentionKinds value={kindOf}>
      <Screen
        title="Alignment"
        subtitle="What your agent is told, word for word"
        actions={
          <>
            <Button variant="ghost" onPress={() => setIsComparing(true)}>
              Compare with default
            </Button>
            {desk.isDirty && <Button onPress={leaving.discard}>Discard</Button>}
            <Button
              variant="solid"
              isDisabled={!desk.isDirty || desk.isSaving || priced.over > 0}
              onPress={() => void save()}
            >
              Save
            </Button>
          </>
        }
        inspectorLabel="What goes into it"
        inspector={
          <div className={styles.inspector}>
            <SkillChoices state={state} onChange={desk.applyNext} />
            <BlurbChoices state={state} onChange={desk.applyNext} />
            <LastTurn />
          </div>
        }
        foot={<PriceFoot priced={priced} />}
      >
        {desk.error !== null && <Failure error={desk.error} what="Not saved" className={styles.failure} />}
        <DocumentPage
          state={state}
          priced={priced}
          names={names.data ?? []}
          editorRef={editor}
          onWrite={desk.write}
          onOpen={(slug) => {
            if (kindOf(slug) === 'skill') void go({ screen: 'skills', skill: slug })
          }}
        />
        {isComparing && (
          <CompareDialog
            base={desk.base}
            isDefault={isDefault}
            onReset={() => void reset()}
            onClose={() => setIsComparing(false)}
          />
        )}
        {leaving.dialog}
      </Screen>
    </MentionKinds>
  )
}

/** The base instructions changed elsewhere: a rename, the command line. What is being written stays. */
function useFollowing(base: string, isDirty: boolean, editor: React.RefObject<EditorHandle | null>): void {
  const shown = useRef(base)
  useEffect(() => {
    if (isDirty || shown.current === base) return
    shown.current = base
    editor.current?.setText(base)
  }, [base, isDirty, editor])
}

function useLeaving(desk: AlignmentDesk, editor: React.RefObject<EditorHandle | null>) {
  const setGuard = useNavigation((navigation) => navigation.setGuard)
  const [answer, setAnswer] = useState<((mayLeave: boolean) => void) | null>(null)
  const { isDirty, state } = desk
  useEffect(() => {
    if (!isDirty) return
    setGuard(() => new Promise((resolve) => setAnswer(() => resolve)))
    return () => setGuard(null)
  }, [isDirty, setGuard])
  const end = (mayLeave: boolean) => {
    answer?.(mayLeave)
    setAnswer(null)
  }
  async function saveAndLeave(): Promise<void> {
    end(await desk.apply({ base: desk.base }))
  }
  return {
    discard() {
      editor.current?.setText(state?.base ?? '')
      desk.discard()
    },
    dialog: (
      <Dialog
        title="The base instructions are not saved"
        isOpen={answer !== null}
        isAlert
        onClose={() => end(false)}
        actions={
          <>
            <Button isBad onPress={() => end(true)}>
              Discard the changes
            </Button>
            <Button onPress={() => end(false)}>Stay</Button>
            <Button variant="solid" onPress={() => void saveAndLeave()}>
              Save
            </Button>
          </>
        }
      >
        <p>Your agent is told what is saved until you save again.</p>
      </Dialog>
    ),
  }
}
