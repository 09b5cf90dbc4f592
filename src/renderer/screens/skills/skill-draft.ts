/** The skill that is being written: its fields, what main says of them, and where they are kept. No React. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SkillCheck, SkillDraftFields } from '../../../shared/contract/skills.ts'
import { type Api, CallError } from '../../api.ts'

/** Long enough that a word is not checked letter by letter, short enough to feel live. */
const checkDelayMs = 90
/** Counted from the first key that is not kept: whoever types on without a pause is kept, too. */
const keepDelayMs = 200

export const emptyFields: SkillDraftFields = {
  handle: '',
  shortDescription: '',
  detailedBody: '',
  enabled: true,
  advertised: true,
  examples: [],
}

const fieldNames = [
  'handle',
  'shortDescription',
  'detailedBody',
  'enabled',
  'advertised',
  'examples',
] as const satisfies readonly (keyof SkillDraftFields)[]

export interface SkillDraftState {
  readonly fields: SkillDraftFields
  /** As saved; for a new skill, empty. */
  readonly saved: SkillDraftFields
  readonly isDirty: boolean
  /** The draft is in the store as it stands here. */
  readonly isKept: boolean
  /** How often the instruction was replaced by what it became elsewhere. */
  readonly followed: number
  /** What is being changed here was changed elsewhere, too; saving replaces that. */
  readonly isOvertaken: boolean
  /** Null until the first answer. Of the fields as they were a moment ago. */
  readonly check: SkillCheck | null
  readonly isSaving: boolean
  readonly error: CallError | null
}

export interface SkillDraft {
  readonly store: StoreApi<SkillDraftState>
  change(fields: Partial<SkillDraftFields>): void
  /** Null when it was refused; `error` then says why. */
  save(): Promise<{ slug: string; renamed: { from: string; to: string; skills: number } | null } | null>
  /** Back to what is saved; the kept draft goes. */
  discard(): Promise<void>
  /** What can be told of it changed elsewhere: other skills, grants, the model. */
  checkAgain(): void
  /** The saved skill changed elsewhere; what is not being changed here follows. */
  follow(saved: SkillDraftFields): void
  /** Keeps what is not kept yet, at once. */
  keep(): Promise<void>
  dispose(): void
}

export interface DraftOptions {
  readonly api: Api
  /** Null = a new skill. */
  readonly original: string | null
  readonly saved: SkillDraftFields
  readonly kept: SkillDraftFields | null
}

const isSame = (a: SkillDraftFields, b: SkillDraftFields) => JSON.stringify(a) === JSON.stringify(b)

/** Field by field: what was not changed here becomes what it is now. A field changed on both sides stays as it is here. */
function merge(before: SkillDraftFields, mine: SkillDraftFields, now: SkillDraftFields) {
  const differs = <K extends keyof SkillDraftFields>(key: K, a: SkillDraftFields, b: SkillDraftFields) =>
    JSON.stringify(a[key]) !== JSON.stringify(b[key])
  const take = <K extends keyof SkillDraftFields>(key: K): SkillDraftFields[K] =>
    differs(key, mine, before) ? mine[key] : now[key]
  const fields: SkillDraftFields = {
    handle: take('handle'),
    shortDescription: take('shortDescription'),
    detailedBody: take('detailedBody'),
    enabled: take('enabled'),
    advertised: take('advertised'),
    examples: take('examples'),
  }
  const isClash = fieldNames.some(
    (key) => differs(key, mine, before) && differs(key, now, before) && differs(key, mine, now),
  )
  return { fields, isClash }
}

function toCallError(error: unknown): CallError {
  if (error instanceof CallError) return error
  return new CallError({ code: 'internal', message: String(error), hint: 'Try again.' })
}

export function createSkillDraft({ api, original, saved, kept }: DraftOptions): SkillDraft {
  const fields = kept ?? saved
  const store = createStore<SkillDraftState>(() => ({
    fields,
    saved,
    isDirty: !isSame(fields, saved),
    isKept: true,
    followed: 0,
    isOvertaken: false,
    check: null,
    isSaving: false,
    error: null,
  }))
  const { getState: get, setState: set } = store
  let checking: ReturnType<typeof setTimeout> | undefined
  let keeping: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  async function check(): Promise<void> {
    const asked = get().fields
    try {
      const answer = await api.call('skills.check', { original, draft: asked })
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
    const { fields: now, isDirty, isKept } = get()
    if (isKept) return
    try {
      await api.call('skills.save-draft', { original, draft: isDirty ? now : null })
      if (get().fields === now) set({ isKept: true })
    } catch (error) {
      set({ error: toCallError(error) })
    }
  }

  function checkSoon(delayMs: number): void {
    clearTimeout(checking)
    checking = setTimeout(() => void check(), delayMs)
  }

  checkSoon(0)
  return {
    store,
    change(part) {
      const next = { ...get().fields, ...part }
      if (isSame(next, get().fields)) return
      set({ fields: next, isDirty: !isSame(next, get().saved), isKept: false, error: null })
      checkSoon(checkDelayMs)
      keeping ??= setTimeout(() => void keep(), keepDelayMs)
    },
    async save() {
      forgetToKeep()
      set({ isSaving: true, error: null })
      try {
        const { fields: draft } = get()
        const result = await api.call('skills.save', { original, draft })
        // What was typed meanwhile is not saved.
        const isDirty = !isSame(get().fields, draft)
        set({ isSaving: false, saved: draft, isDirty, isKept: !isDirty, isOvertaken: false })
        return result
      } catch (error) {
        set({ isSaving: false, error: toCallError(error) })
        return null
      }
    },
    async discard() {
      forgetToKeep()
      set(({ saved: before }) => ({
        fields: before,
        isDirty: false,
        isKept: false,
        isOvertaken: false,
        error: null,
      }))
      checkSoon(0)
      await keep()
    },
    checkAgain: () => checkSoon(0),
    follow(now) {
      const { saved: before, fields: mine, followed, isOvertaken } = get()
      if (isSame(now, before)) return
      const { fields, isClash } = merge(before, mine, now)
      const isDirty = !isSame(fields, now)
      const hasNewText = fields.detailedBody !== mine.detailedBody
      set({
        saved: now,
        fields,
        isDirty,
        isKept: isSame(fields, mine) && isDirty,
        followed: hasNewText ? followed + 1 : followed,
        isOvertaken: isDirty && (isClash || isOvertaken),
      })
      void keep()
    },
    keep,
    dispose() {
      clearTimeout(checking)
      void keep()
      isOver = true
    },
  }
}
