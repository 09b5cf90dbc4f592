import { useEffect, useMemo, useRef, useState } from 'react'
import { useCall } from '../../api.ts'
import type { EditorHandle } from '../../editor/use-editor.ts'
import { useHandOver } from '../../hand-over.ts'
import { LeaveDialog, useLeaveQuestion } from '../../leave-question.tsx'
import { useNavigation } from '../../navigation.ts'
import { Button } from '../../ui/button.tsx'
import { ChangedElsewhere } from '../../ui/changed-elsewhere.tsx'
import { Failure } from '../../ui/failure.tsx'
import { MentionKinds } from '../../ui/mention-text.tsx'
import { Screen } from '../../ui/screen.tsx'
import { showToast } from '../../ui/toast.ts'
import { Waiting } from '../../ui/waiting.tsx'
import styles from './alignment.module.css'
import type { BaseState } from './base-writing.ts'
import { BlurbChoices, SkillChoices } from './choices.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { DocumentPage } from './document-page.tsx'
import { LastTurn } from './last-turn.tsx'
import { PriceFoot } from './price-foot.tsx'
import { type AlignmentRead, useAlignment, useAlignmentRead } from './use-alignment.ts'

/** One readable document: exactly what the agent is told, what each part costs, and the levers beside it. */
export function AlignmentScreen() {
  const { read, error, retry } = useAlignmentRead()
  if (read !== null) return <Open read={read} />
  return (
    <Screen title="Alignment">
      {error === null ? (
        <Waiting>Reading what your agent is told</Waiting>
      ) : (
        <Failure error={error} onRetry={retry} />
      )}
    </Screen>
  )
}

function Open({ read }: { readonly read: AlignmentRead }) {
  const desk = useAlignment(read)
  const { state, priced, base, writing } = desk
  const names = useCall('skills.names', {}, { topics: ['skills'] })
  const go = useNavigation((navigation) => navigation.go)
  const [isComparing, setIsComparing] = useState(false)
  const editor = useRef<EditorHandle>(null)
  const question = useLeaveQuestion(base.isDirty, writing)
  useHandOver(writing.keep)
  useEffect(() => {
    if (base.followed > 0) editor.current?.setText(writing.store.getState().text)
  }, [base.followed, writing])
  const kindOf = useMemo(() => {
    const kinds = new Map(names.data?.map(({ slug, kind }) => [slug, kind]))
    return (slug: string) => kinds.get(slug) ?? null
  }, [names.data])
  const isDefault = base.text === state.defaultBase

  async function save(): Promise<void> {
    if (await desk.apply({ base: isDefault ? null : base.text }))
      showToast({ text: 'Saved. The next turn reads it.' })
  }

  function put(text: string): void {
    editor.current?.setText(text)
    writing.write(text)
  }

  async function discard(): Promise<void> {
    const before = base.text
    await writing.discard()
    showToast({ text: 'Changes discarded', undo: () => put(before) })
  }

  async function reset(): Promise<void> {
    const before = base.text
    setIsComparing(false)
    put(state.defaultBase)
    if (!(await desk.apply({ base: null }))) return put(before)
    const undo = async () => {
      put(before)
      await desk.apply({ base: before })
    }
    showToast({ text: 'The base instructions are the default again', undo })
  }

  return (
    <MentionKinds value={kindOf}>
      <Screen
        title="Alignment"
        subtitle="What your agent is told, word for word"
        status={<span id="why-not-saved">{base.isDirty ? whyNotSaved(base) : ''}</span>}
        actions={
          <>
            <Button variant="ghost" onPress={() => setIsComparing(true)}>
              Compare with default
            </Button>
            {base.isDirty && <Button onPress={() => void discard()}>Discard</Button>}
            <Button
              variant="solid"
              isDisabled={!base.isDirty || base.isOvertaken || desk.isSaving || priced.over > 0}
              aria-describedby="why-not-saved"
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
        {base.isOvertaken && (
          <ChangedElsewhere
            what="What is saved"
            clashes={[
              {
                name: 'Base instructions',
                mine: base.text,
                theirs: base.saved,
                onTake: () => void writing.discard(),
                onKeep: writing.keepMine,
              },
            ]}
            className={styles.failure}
          />
        )}
        <DocumentPage
          text={base.text}
          priced={priced}
          names={names.data ?? []}
          editorRef={editor}
          onWrite={writing.write}
          onOpen={(slug) => {
            if (kindOf(slug) === 'skill') void go({ screen: 'skills', skill: slug })
          }}
        />
        {isComparing && (
          <CompareDialog
            base={base.text}
            defaultBase={state.defaultBase}
            isDefault={isDefault}
            onReset={() => void reset()}
            onClose={() => setIsComparing(false)}
          />
        )}
        <LeaveDialog title="The base instructions are not saved" question={question} />
      </Screen>
    </MentionKinds>
  )
}

function whyNotSaved({ isOvertaken, isKept }: BaseState): string {
  if (isOvertaken) return 'Choose yours or theirs first.'
  return isKept ? 'Draft kept' : 'Changed'
}
