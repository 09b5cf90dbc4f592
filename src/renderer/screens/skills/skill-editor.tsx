import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { SkillDraftFields } from '../../../shared/contract/skills.ts'
import { CallError, useApi, useCall } from '../../api.ts'
import type { EditorHandle } from '../../editor/use-editor.ts'
import { useNavigation } from '../../navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Switch } from '../../ui/switch.tsx'
import { showToast } from '../../ui/toast.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { Binds, Cost } from './binds.tsx'
import { HandleField } from './handle-field.tsx'
import { InstructionField } from './instruction-field.tsx'
import { LeaveDialog, useLeaveQuestion } from './leave-dialog.tsx'
import { Routing } from './routing.tsx'
import { createSkillDraft, emptyFields, type SkillDraft } from './skill-draft.ts'
import styles from './skills.module.css'
import { SummaryField } from './summary-field.tsx'
import { handles } from './use-skill-acts.tsx'

/** One skill being written, with everything that it would come to beside it. Mount it anew for another skill. */
export function SkillEditor({ original }: { readonly original: string | null }) {
  const opened = useOpened(original)
  const go = useNavigation((navigation) => navigation.go)
  if (opened.draft !== null) return <Form original={original} draft={opened.draft} />
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
  const [draft, setDraft] = useState<SkillDraft | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again
  useEffect(() => {
    let isOver = false
    let made: SkillDraft | null = null
    async function open() {
      const kept = await api.call('skills.draft', { original })
      const saved =
        original === null ? emptyFields : (await api.call('skills.get', { handle: original })).fields
      if (isOver) return
      made = createSkillDraft({ api, original, saved, kept })
      setDraft(made)
    }
    open().catch((thrown: unknown) => {
      if (!(thrown instanceof CallError)) throw thrown
      if (!isOver) setError(thrown)
    })
    return () => {
      isOver = true
      made?.dispose()
      setDraft(null)
    }
  }, [api, original, tries])
  return {
    draft,
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

function Form({ original, draft }: { readonly original: string | null; readonly draft: SkillDraft }) {
  const { fields, saved, isDirty, isKept, check, isSaving, error, followed, isOvertaken } = useStore(
    draft.store,
  )
  const { go, replace } = useNavigation()
  const names = useCall('skills.names', {}, { topics: ['skills', 'models', 'grants'] })
  const instruction = useRef<EditorHandle>(null)
  useFollowing(original, draft, names.dataUpdatedAt)
  useEffect(() => {
    if (followed > 0) instruction.current?.setText(draft.store.getState().fields.detailedBody)
  }, [draft, followed])
  useKeepingAtTheEnd(draft)
  const question = useLeaveQuestion(isDirty, draft)
  const slug = check?.slug ?? original ?? ''
  const problems = check?.problems ?? []
  const isGone =
    original !== null &&
    !isSaving &&
    names.data !== undefined &&
    !names.data.some((name) => name.slug === original)
  const api = useApi()

  async function save(): Promise<void> {
    const result = await draft.save()
    if (result === null) return
    const undo = async () => {
      await api.call('skills.undo', {})
      const { place } = useNavigation.getState()
      // Only the renamed skill itself has to be opened by its old handle again; whoever has gone on is left alone.
      if (result.renamed !== null && place.screen === 'skills' && place.skill === result.renamed.to)
        replace({ screen: 'skills', skill: result.renamed.from })
    }
    if (result.renamed === null) showToast({ text: `Saved @${result.slug}` })
    else showToast({ text: renameText(result.renamed), undo })
    replace({ screen: 'skills', skill: result.slug })
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
            original={original}
            draft={fields}
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
      {isOvertaken && (
        <p role="status" className={styles.bad}>
          What you are changing was changed elsewhere, too. Saving replaces that; Discard shows it.
        </p>
      )}
      {isGone && (
        <p role="status" className={styles.bad}>
          @{original} was renamed or deleted elsewhere. Saving makes this a skill of its own.
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
      <LeaveDialog question={question} />
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
function useFollowing(original: string | null, draft: SkillDraft, namesAt: number): void {
  const saved = useCall(
    'skills.get',
    { handle: original ?? 'none' },
    { topics: ['skills'], isEnabled: original !== null },
  )
  const { data } = saved
  useEffect(() => {
    if (data !== undefined && data.slug === original) draft.follow(data.fields)
  }, [data, draft, original])
  useEffect(() => {
    if (namesAt > 0) draft.checkAgain()
  }, [draft, namesAt])
}

/** What was typed just before the window closes or is left is kept, too. */
function useKeepingAtTheEnd(draft: SkillDraft): void {
  useEffect(() => {
    const keep = () => void draft.keep()
    window.addEventListener('pagehide', keep)
    window.addEventListener('blur', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      window.removeEventListener('blur', keep)
    }
  }, [draft])
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
