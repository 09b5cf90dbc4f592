/** What the agent is told, with base instructions that are being written on top of what is saved. */
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type {
  AlignmentChangeFields,
  AlignmentState,
  BaseDraftFields,
  PricedDocument,
} from '../../../shared/contract/alignment.ts'
import { CallError, useApi, useCall } from '../../api.ts'
import { type BaseState, type BaseWriting, createBaseWriting } from './base-writing.ts'

/** Below what is felt, and enough that held keys do not queue. */
const priceDelayMs = 25

export interface AlignmentDesk {
  readonly state: AlignmentState
  /** The document with the base instructions as they stand in the editor, and its price. */
  readonly priced: PricedDocument
  readonly base: BaseState
  readonly writing: BaseWriting
  readonly error: CallError | null
  readonly isSaving: boolean
  /** False when it was refused; `error` then says why. */
  apply(change: AlignmentChangeFields): Promise<boolean>
  /** One after the other, each made from what the one before left, so that quick presses are all counted. */
  applyNext(change: (state: AlignmentState) => AlignmentChangeFields): void
}

export interface AlignmentRead {
  readonly state: AlignmentState
  /** The base instructions that were left unsaved. */
  readonly kept: BaseDraftFields | null
  readAgain(): Promise<AlignmentState | undefined>
}

/** Null while it is read, or cannot be. */
export function useAlignmentRead() {
  const api = useApi()
  const shown = useCall('alignment.show', {}, { topics: ['alignment', 'skills', 'grants', 'models'] })
  const [kept, setKept] = useState<{ draft: BaseDraftFields | null } | CallError | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again
  useEffect(() => {
    let isOver = false
    api.call('alignment.draft', {}).then(
      (draft) => !isOver && setKept({ draft }),
      (thrown: unknown) => !isOver && setKept(toCallError(thrown)),
    )
    return () => {
      isOver = true
    }
  }, [api, tries])
  const { data: state, refetch } = shown
  const read: AlignmentRead | null =
    state === undefined || kept === null || kept instanceof CallError
      ? null
      : { state, kept: kept.draft, readAgain: async () => (await refetch()).data }
  return {
    read,
    error: shown.error ?? (kept instanceof CallError ? kept : null),
    retry() {
      setKept(null)
      setTries(tries + 1)
      void refetch()
    },
  }
}

export function useAlignment({ state, kept, readAgain }: AlignmentRead): AlignmentDesk {
  const api = useApi()
  const [writing] = useState(() => createBaseWriting({ api, saved: state.base, kept }))
  const base = useStore(writing.store)
  const [refusal, setRefusal] = useState<CallError | null>(null)
  const live = useLivePrice(base, state, setRefusal)
  const [isSaving, setIsSaving] = useState(false)
  const current = useRef<AlignmentState | undefined>(state)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    current.current = state
    writing.follow(state.base)
  }, [state, writing])
  useEffect(() => () => void writing.keep(), [writing])
  // A refusal is of the text as it was: the next key ends it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `base.text` is what it ends with
  useEffect(() => setRefusal(null), [base.text])

  async function apply(change: AlignmentChangeFields): Promise<boolean> {
    setIsSaving(true)
    setRefusal(null)
    try {
      const replaces = change.base === undefined ? {} : { replaces: writing.store.getState().saved }
      const next = await api.call('alignment.set', { ...change, ...replaces })
      if (change.base !== undefined) writing.settle(next.base)
      current.current = await readAgain()
      return true
    } catch (thrown) {
      const error = toCallError(thrown)
      if (error.code === 'changed-meanwhile') await readAgain()
      setRefusal(error)
      return false
    } finally {
      setIsSaving(false)
    }
  }

  return {
    state,
    priced: base.isDirty ? (live ?? state) : state,
    base,
    writing,
    error: refusal ?? base.error,
    isSaving,
    apply,
    applyNext(change) {
      const next = async () => {
        if (current.current !== undefined) await apply(change(current.current))
      }
      queue.current = queue.current.then(next, next)
    },
  }
}

/** Null until the first answer, and while nothing is being written. */
function useLivePrice(
  { text, isDirty }: BaseState,
  state: AlignmentState,
  onError: (error: CallError) => void,
): PricedDocument | null {
  const api = useApi()
  const [live, setLive] = useState<PricedDocument | null>(null)
  const newest = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `state` stands for what else changed the price
  useEffect(() => {
    newest.current = isDirty ? text : null
    if (!isDirty) {
      setLive(null)
      return
    }
    const timer = setTimeout(() => {
      api.call('alignment.price', { base: text }).then(
        // A later key has asked again; its answer is the one to show.
        (value) => newest.current === text && setLive(value),
        (thrown: unknown) => onError(toCallError(thrown)),
      )
    }, priceDelayMs)
    return () => clearTimeout(timer)
  }, [api, isDirty, text, state, onError])
  return live
}

function toCallError(error: unknown): CallError {
  if (!(error instanceof CallError)) throw error
  return error
}
