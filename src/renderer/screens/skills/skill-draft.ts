/** The skill that is being written: its fields, what main says of them, and where they are kept. No React. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SkillCheck, SkillDraftFields } from '../../../shared/contract/skills.ts'
import { type Api, CallError } from '../../api.ts'

/** Long enough that a word is not checked letter by letter, short enough to feel live. */
const checkDelayMs = 90
const keepDelayMs = 400

export const emptyFields: SkillDraftFields = {
  handle: '',
  shortDescription: '',
  detailedBody: '',
  enabled: true,
  advertised: true,
  examples: [],
}

export interface SkillDraftState {
  readonly fields: SkillDraftFields
  /** As saved; for a new skill, empty. */
  readonly saved: SkillDraftFields
  readonly isDirty: boolean
  /** The draft is in the store as it stands here. */
  readonly isKept: boolean
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

  async function keep(): Promise<void> {
    clearTimeout(keeping)
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
      clearTimeout(keeping)
      keeping = setTimeout(() => void keep(), keepDelayMs)
    },
    async save() {
      clearTimeout(keeping)
      set({ isSaving: true, error: null })
      try {
        const { fields: draft } = get()
        const result = await api.call('skills.save', { original, draft })
        // What was typed meanwhile is not saved.
        const isDirty = !isSame(get().fields, draft)
        set({ isSaving: false, saved: draft, isDirty, isKept: !isDirty })
        return result
      } catch (error) {
        set({ isSaving: false, error: toCallError(error) })
        return null
      }
    },
    async discard() {
      clearTimeout(keeping)
      set(({ saved: before }) => ({ fields: before, isDirty: false, isKept: false, error: null }))
      checkSoon(0)
      await keep()
    },
    checkAgain: () => checkSoon(0),
    follow(now) {
      const { saved: before, fields: mine } = get()
      if (isSame(now, before)) return
      const isClean = isSame(mine, before)
      set({ saved: now, fields: isClean ? now : mine, isDirty: !isClean && !isSame(mine, now) })
    },
    keep,
    dispose() {
      clearTimeout(checking)
      void keep()
      isOver = true
    },
  }
}
