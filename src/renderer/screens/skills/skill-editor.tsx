import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { SkillDraftFields } from '../../../shared/contract/skills.ts'
import { CallError, useApi, useCall } from '../../api.ts'
import type { EditorHandle } from '../../editor/use-editor.ts'
import { useHandOver } from '../../hand-over.ts'
import { LeaveDialog, useLeaveQuestion } from '../../leave-question.tsx'
import { useNavigation } from '../../navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Switch } from '../../ui/switch.tsx'
import { showToast } from '../../ui/toast.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { Binds, Cost } from './binds.tsx'
import { FieldClashes } from './field-clashes.tsx'
import { HandleField } from './handle-field.tsx'
import { InstructionField } from './instruction-field.tsx'
import { Routing } from './routing.tsx'
import { createSkillDraft, type SkillDraft } from './skill-draft.ts'
import styles from './skills.module.css'
import { SummaryField } from './summary-field.tsx'
import { handles } from './use-skill-acts.tsx'

/** One skill being written, with everything that it would come to beside it; also when it gets another handle meanwhile. */
export function SkillEditor({ original }: { readonly original: string | null }) {
  const opened = useOpened(original)
  const go = useNavigation((navigation) => navigation.go)
  if (opened.draft !== null) return <Form key={opened.count} draft={opened.draft} />
  return (
    <Screen title="Skills" lead={<BackButton onPress={() => void go({ screen: 'skills' })} />}>
      {opened.error === null ? (
        <Waiting>Opening the skill</Waiting>
      ) : (
        <Failure error={opened.error} onRetry={opened.retry} />
      )}
    </Screen>
  )
}

function useOpened(original: string | null) {
  const api = useApi()
  const [{ draft, count }, setOpened] = useState<{ draft: SkillDraft | null; count: number }>({
    draft: null,
    count: 0,
  })
  const [error, setError] = useState<CallError | null>(null)
  const [tries, setTries] = useState(0)
  const made = useRef<SkillDraft | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again
  useEffect(() => {
    // It was given this handle while it was open, here or elsewhere.
    if (made.current?.store.getState().slug === original) return
    let isOver = false
    made.current?.dispose()
    made.current = null
    setOpened(({ count: before }) => ({ draft: null, count: before }))
    async function open() {
      const opened = original === null ? null : await api.call('skills.get', { handle: original })
      const kept = await api.call('skills.draft', { key: opened?.key ?? null })
      if (isOver) return
      const next = createSkillDraft({ api, opened, kept })
      made.current = next
      setOpened(({ count: before }) => ({ draft: next, count: before + 1 }))
    }
    open().catch((thrown: unknown) => {
      if (!(thrown instanceof CallError)) throw thrown
      if (!isOver) setError(thrown)
    })
    return () => {
      isOver = true
    }
  }, [api, original, tries])
  useEffect(
    () => () => {
      made.current?.dispose()
      made.current = null
    },
    [],
  )
  return {
    draft,
    count,
    error,
    retry() {
      setError(null)
      setTries(tries + 1)
    },
  }
}

function BackButton({ onPress }: { onPress(): void }) {
  return (
    <Button variant="ghost" icon={ArrowLeft} aria-label="All skills" onPress={onPress}>
      <span className={styles.backWords}>All skills</span>
    </Button>
  )
}

function Form({ draft }: { readonly draft: SkillDraft }) {
  const state = useStore(draft.store)
  const {
    key,
    slug: original,
    isGone,
    fields,
    saved,
    isDirty,
    isKept,
    check,
    isSaving,
    error,
    followed,
  } = state
  const go = useNavigation((navigation) => navigation.go)
  const names = useCall('skills.names', {}, { topics: ['skills', 'models', 'grants'] })
  const instruction = useRef<EditorHandle>(null)
  useFollowing(draft, names.dataUpdatedAt)
  useOwnPlace(original)
  useEffect(() => {
    if (followed > 0) instruction.current?.setText(draft.store.getState().fields.detailedBody)
  }, [draft, followed])
  useHandOver(draft.keep)
  const question = useLeaveQuestion(isDirty, draft)
  const slug = check?.slug ?? original ?? ''
  const problems = [
    ...(state.undecided.length > 0 ? ['Choose yours or theirs first.'] : []),
    ...(check?.problems ?? []),
  ]
  const api = useApi()

  async function save(): Promise<void> {
    const result = await draft.save()
    if (result === null) return
    // Where it is still open, it follows.
    const undo = async () => void (await api.call('skills.undo', {}))
    if (result.renamed === null) showToast({ text: `Saved @${result.slug}` })
    else showToast({ text: renameText(result.renamed), undo })
  }

  async function discard(): Promise<void> {
    const before = draft.store.getState().fields
    await draft.discard()
    instruction.current?.setText(draft.store.getState().fields.detailedBody)
    const undo = () => {
      draft.change(before)
      instruction.current?.setText(before.detailedBody)
    }
    showToast({ text: 'Changes discarded', undo })
  }

  return (
    <Screen
      title={original === null ? 'New skill' : `@${original}`}
      lead={<BackButton onPress={() => void go({ screen: 'skills' })} />}
      status={
        <span id="why-not-saved">{isDirty ? (problems[0] ?? (isKept ? 'Draft kept' : 'Changed')) : ''}</span>
      }
      actions={
        <>
          {isDirty && <Button onPress={() => void discard()}>Discard</Button>}
          <Button
            variant="solid"
            isDisabled={!(isDirty || isGone) || isSaving || check === null || problems.length > 0}
            aria-describedby="why-not-saved"
            onPress={() => void save()}
          >
            Save
          </Button>
        </>
      }
      inspectorLabel="What the skill comes to"
      inspector={
        <div className={styles.inspector}>
          <Use fields={fields} onChange={draft.change} />
          {check === null ? <Waiting>Reading the skill</Waiting> : <Binds check={check} />}
          {check !== null && check.disabled.length > 0 && (
            <p className={styles.bad}>
              {handles(check.disabled)} {check.disabled.length === 1 ? 'is' : 'are'} switched off: those steps
              bring nothing.
            </p>
          )}
          {check !== null && <Cost check={check} />}
          <Routing
            edited={{ key, draft: fields }}
            slug={slug}
            hasMenuChanged={isDirty && hasMenuChanged(fields, saved)}
            onExamples={(examples) => draft.change({ examples })}
          />
        </div>
      }
      isBare
      bodyClassName={styles.form}
    >
      {error !== null && <Failure error={error} what="Not saved" />}
      <FieldClashes draft={draft} />
      {isGone && (
        <p role="status" className={styles.bad}>
          @{original} was deleted elsewhere. Saving makes this a skill of its own.
        </p>
      )}
      <div className={styles.heads}>
        <HandleField value={fields.handle} check={check} onChange={(handle) => draft.change({ handle })} />
        <SummaryField
          value={fields.shortDescription}
          check={check}
          onChange={(shortDescription) => draft.change({ shortDescription })}
        />
      </div>
      <InstructionField
        ref={instruction}
        text={fields.detailedBody}
        names={names.data ?? []}
        self={[...new Set([original, check?.slug ?? null])].filter((name) => name !== null)}
        check={check}
        onChange={(detailedBody) => draft.change({ detailedBody })}
        onOpen={(handle) => open(handle)}
      />
      <LeaveDialog title="This skill has unsaved changes" question={question} />
    </Screen>
  )

  function open(handle: string): void {
    const name = names.data?.find((other) => other.slug === handle)
    if (name?.kind === 'skill' && name.slug !== original) void go({ screen: 'skills', skill: name.slug })
    else if (name?.kind === 'tool')
      showToast({ text: `@${name.slug} is a tool and is built in. ${name.summary}` })
  }
}

/** What changed elsewhere: the skill itself, and everything the check tells of. */
function useFollowing(draft: SkillDraft, namesAt: number): void {
  useEffect(() => {
    if (namesAt === 0) return
    void draft.refresh()
    draft.checkAgain()
  }, [draft, namesAt])
}

/** The window's place goes by the handle that the skill has now. */
function useOwnPlace(slug: string | null): void {
  useEffect(() => {
    const { place, replace } = useNavigation.getState()
    if (slug !== null && place.screen === 'skills' && place.skill !== slug)
      replace({ screen: 'skills', skill: slug })
  }, [slug])
}

/** The two switches, in words that say what they mean. */
function Use({
  fields,
  onChange,
}: {
  readonly fields: SkillDraftFields
  onChange(change: Partial<SkillDraftFields>): void
}) {
  return (
    <section aria-label="Use" className={styles.section}>
      <Switch
        isSelected={fields.enabled}
        onChange={(enabled) => onChange({ enabled })}
        foot={
          fields.enabled ? 'It exists for the agent.' : 'Off: it brings nothing, also where it is mentioned.'
        }
      >
        On
      </Switch>
      <Switch
        isSelected={fields.advertised}
        isDisabled={!fields.enabled}
        onChange={(advertised) => onChange({ advertised })}
        foot={
          fields.advertised
            ? 'Its summary stands on the menu, when Alignment selects it.'
            : 'Only when another skill mentions it.'
        }
      >
        The planner may pick it
      </Switch>
    </section>
  )
}

function hasMenuChanged(a: SkillDraftFields, b: SkillDraftFields): boolean {
  const seen = ({ handle, shortDescription, enabled, advertised, examples }: SkillDraftFields) =>
    JSON.stringify([handle, shortDescription, enabled, advertised, examples])
  return seen(a) !== seen(b)
}

function renameText({ from, to, skills }: { from: string; to: string; skills: number }): string {
  const where = skills === 0 ? '' : `, also in ${skills} other skill${skills === 1 ? '' : 's'}`
  return `Renamed @${from} to @${to}${where}`
}
