/** The skill that is being written: its fields, what main says of them, and where they are kept. No React. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { KeptSkill, OpenedSkill, SkillCheck, SkillDraftFields } from '../../../shared/contract/skills.ts'
import { type Api, CallError } from '../../api.ts'
import { type FieldName, followSaved, isSame, undecidedFields, withFields } from './skill-merge.ts'

/** Long enough that a word is not checked letter by letter, short enough to feel live. */
const checkDelayMs = 90
/** Counted from the first key that is not kept: whoever types on without a pause is kept, too. */
const keepDelayMs = 200

const emptyFields: SkillDraftFields = {
  handle: '',
  shortDescription: '',
  detailedBody: '',
  enabled: true,
  advertised: true,
  examples: [],
}

export interface SkillDraftState {
  /** What stays with the skill through renames; null = a new one. */
  readonly key: string | null
  /** As saved; null = a new one. */
  readonly slug: string | null
  /** It was deleted elsewhere. */
  readonly isGone: boolean
  readonly fields: SkillDraftFields
  /** As saved; for a new skill, empty. */
  readonly saved: SkillDraftFields
  /** What the fields were made from: where it is not `saved`, the skill was changed elsewhere and that is to be decided on. */
  readonly basedOn: SkillDraftFields
  readonly isDirty: boolean
  /** The draft is in the store as it stands here. */
  readonly isKept: boolean
  /** How often the instruction was replaced by what it became elsewhere. */
  readonly followed: number
  /** Taken over from elsewhere while something else is being written here. */
  readonly came: readonly FieldName[]
  /** Changed here and elsewhere, differently. Nothing is saved before each is decided on. */
  readonly undecided: readonly FieldName[]
  /** Null until the first answer. Of the fields as they were a moment ago. */
  readonly check: SkillCheck | null
  readonly isSaving: boolean
  readonly error: CallError | null
}

interface SavedSkill {
  readonly slug: string
  readonly renamed: { readonly from: string; readonly to: string; readonly skills: number } | null
}

export interface SkillDraft {
  readonly store: StoreApi<SkillDraftState>
  change(fields: Partial<SkillDraftFields>): void
  /** Null when it was refused; `error` then says why. */
  save(): Promise<SavedSkill | null>
  /** Back to what is saved; the kept draft goes. */
  discard(): Promise<void>
  /** What can be told of it changed elsewhere: other skills, grants, the model. */
  checkAgain(): void
  /** Asks what the skill is by now; what is not being changed here follows. */
  refresh(): Promise<void>
  /** Whose a field is to be that both changed. */
  decide(field: FieldName, whose: 'mine' | 'theirs'): void
  /** The owner has read what came from elsewhere. */
  seen(): void
  /** Keeps what is not kept yet, at once. */
  keep(): Promise<void>
  dispose(): void
}

export interface DraftOptions {
  readonly api: Api
  /** Null = a new skill. */
  readonly opened: OpenedSkill | null
  readonly kept: KeptSkill | null
}

function toCallError(error: unknown): CallError {
  if (error instanceof CallError) return error
  return new CallError({ code: 'internal', message: String(error), hint: 'Try again.' })
}

/** A draft that waited is brought in step with what the skill became meanwhile. */
function firstState({ opened, kept }: Pick<DraftOptions, 'opened' | 'kept'>): SkillDraftState {
  const saved = opened?.fields ?? emptyFields
  const fields = kept?.draft ?? saved
  const merged = followSaved({ fields, basedOn: kept?.basedOn ?? saved }, saved)
  const isDirty = !isSame(merged.fields, saved)
  return {
    key: opened?.key ?? null,
    slug: opened?.slug ?? null,
    isGone: false,
    fields: merged.fields,
    saved,
    basedOn: merged.basedOn,
    isDirty,
    isKept: kept === null || (isDirty && merged.came.length === 0),
    followed: 0,
    came: isDirty ? merged.came : [],
    undecided: undecidedFields(merged, saved),
    check: null,
    isSaving: false,
    error: null,
  }
}

export function createSkillDraft({ api, opened, kept }: DraftOptions): SkillDraft {
  const store = createStore<SkillDraftState>(() => firstState({ opened, kept }))
  const { getState: get, setState: set } = store
  let checking: ReturnType<typeof setTimeout> | undefined
  let keeping: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  async function check(): Promise<void> {
    const { key, fields: asked } = get()
    try {
      const answer = await api.call('skills.check', { key, draft: asked })
      // A later key has asked again; its answer is the one to show.
      if (!isOver && get().fields === asked) set({ check: answer })
    } catch (error) {
      if (!isOver && get().fields === asked) set({ error: toCallError(error) })
    }
  }

  function forgetToKeep(): void {
    clearTimeout(keeping)
    keeping = undefined
  }

  async function keep(): Promise<void> {
    forgetToKeep()
    const { key, fields: now, basedOn, isDirty, isKept } = get()
    if (isKept) return
    const kept = isDirty ? { draft: now, basedOn: key === null ? null : basedOn } : null
    try {
      await api.call('skills.save-draft', { key, kept })
      if (get().fields === now && get().basedOn === basedOn) set({ isKept: true })
    } catch (error) {
      set({ error: toCallError(error) })
    }
  }

  function checkSoon(delayMs: number): void {
    clearTimeout(checking)
    checking = setTimeout(() => void check(), delayMs)
  }

  /** What follows from the fields and the versions that they are held to. */
  function setVersions(next: Partial<Pick<SkillDraftState, 'fields' | 'saved' | 'basedOn'>>): void {
    const { fields, saved, basedOn } = { ...get(), ...next }
    const isDirty = !isSame(fields, saved)
    const undecided = undecidedFields({ fields, basedOn }, saved)
    set({ fields, saved, basedOn, isDirty, undecided, isKept: false })
  }

  function follow(now: OpenedSkill | null): void {
    set({ isGone: now === null })
    if (now === null) return
    const { saved, fields, basedOn, isDirty, followed, came } = get()
    set({ slug: now.slug })
    if (isSame(now.fields, saved)) return
    const merged = followSaved({ fields, basedOn }, now.fields)
    setVersions({ ...merged, saved: now.fields })
    const hasNewText = merged.fields.detailedBody !== fields.detailedBody
    set({
      came: isDirty && get().isDirty ? [...new Set([...came, ...merged.came])] : [],
      followed: hasNewText ? followed + 1 : followed,
    })
    checkSoon(0)
    void keep()
  }

  async function refresh(): Promise<void> {
    const { key } = get()
    if (key === null) return
    try {
      const now = await api.call('skills.opened', { key })
      if (!isOver && get().key === key) follow(now)
    } catch (error) {
      if (!isOver) set({ error: toCallError(error) })
    }
  }

  async function send(): Promise<SavedSkill> {
    const { key, fields: draft, saved: seen } = get()
    const { key: newKey, ...result } = await api.call('skills.save', {
      key,
      draft,
      seen: key === null ? null : seen,
    })
    set({ key: newKey, slug: result.slug, isGone: false, came: [] })
    // What was typed meanwhile is not saved.
    setVersions({ saved: draft, basedOn: draft })
    set({ isKept: !get().isDirty })
    return result
  }

  /** Over what came a moment ago nothing is written unseen; where nothing is to be decided on, it is saved with it. */
  async function sendOver(refusal: unknown): Promise<SavedSkill> {
    const { key } = get()
    if (!(refusal instanceof CallError) || refusal.code !== 'changed-meanwhile' || key === null) throw refusal
    follow(await api.call('skills.opened', { key }))
    if (get().undecided.length > 0) throw refusal
    return send()
  }

  checkSoon(0)
  if (!get().isKept) void keep()
  return {
    store,
    change(part) {
      const next = { ...get().fields, ...part }
      if (isSame(next, get().fields)) return
      setVersions({ fields: next })
      set({ error: null })
      checkSoon(checkDelayMs)
      keeping ??= setTimeout(() => void keep(), keepDelayMs)
    },
    async save() {
      forgetToKeep()
      set({ isSaving: true, error: null })
      try {
        return await send().catch(sendOver)
      } catch (error) {
        set({ error: toCallError(error) })
        return null
      } finally {
        set({ isSaving: false })
      }
    },
    async discard() {
      forgetToKeep()
      const { saved } = get()
      setVersions({ fields: saved, basedOn: saved })
      set({ came: [], error: null })
      checkSoon(0)
      await keep()
    },
    checkAgain: () => checkSoon(0),
    refresh,
    decide(field, whose) {
      const { saved, fields, basedOn, followed } = get()
      setVersions({
        basedOn: withFields(basedOn, saved, [field]),
        ...(whose === 'theirs' ? { fields: withFields(fields, saved, [field]) } : {}),
      })
      if (whose === 'theirs' && field === 'detailedBody') set({ followed: followed + 1 })
      checkSoon(0)
      void keep()
    },
    seen: () => set({ came: [] }),
    keep,
    dispose() {
      clearTimeout(checking)
      void keep()
      isOver = true
    },
  }
}
