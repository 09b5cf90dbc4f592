/** What the agent is told, with base instructions that are being written on top of what is saved. */
import { useEffect, useRef, useState } from 'react'
import type {
  AlignmentChangeFields,
  AlignmentState,
  PricedDocument,
} from '../../../shared/contract/alignment.ts'
import { CallError, useApi, useCall } from '../../api.ts'

/** Below what is felt, and enough that held keys do not queue. */
const priceDelayMs = 25

export interface AlignmentDesk {
  readonly state: AlignmentState | undefined
  readonly loadError: CallError | null
  retry(): void
  /** The document with the base instructions as they stand in the editor, and its price. */
  readonly priced: PricedDocument | undefined
  /** As they stand in the editor. */
  readonly base: string
  readonly isDirty: boolean
  readonly error: CallError | null
  readonly isSaving: boolean
  write(base: string): void
  /** False when it was refused; `error` then says why. */
  apply(change: AlignmentChangeFields): Promise<boolean>
  /** One after the other, each made from what the one before left, so that quick presses are all counted. */
  applyNext(change: (state: AlignmentState) => AlignmentChangeFields): void
  /** What is written goes back to what is saved. */
  discard(): void
}

export function useAlignment(): AlignmentDesk {
  const api = useApi()
  const shown = useCall('alignment.show', {}, { topics: ['alignment', 'skills', 'grants', 'models'] })
  const [written, setWritten] = useState<string | null>(null)
  const [live, setLive] = useState<PricedDocument | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const state = shown.data
  const isDirty = written !== null && written !== state?.base
  const newest = useRef<string | null>(null)
  const current = useRef(state)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    current.current = state
  }, [state])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown.dataUpdatedAt` stands for what else changed the price
  useEffect(() => {
    newest.current = isDirty ? written : null
    if (!isDirty) {
      setLive(null)
      return
    }
    const timer = setTimeout(() => {
      api.call('alignment.price', { base: written }).then(
        // A later key has asked again; its answer is the one to show.
        (value) => newest.current === written && setLive(value),
        (thrown: unknown) => setError(toCallError(thrown)),
      )
    }, priceDelayMs)
    return () => clearTimeout(timer)
  }, [api, isDirty, written, shown.dataUpdatedAt])

  async function apply(change: AlignmentChangeFields): Promise<boolean> {
    setIsSaving(true)
    setError(null)
    try {
      await api.call('alignment.set', change)
      const { data } = await shown.refetch()
      current.current = data
      if (change.base !== undefined) setWritten(null)
      return true
    } catch (thrown) {
      setError(toCallError(thrown))
      return false
    } finally {
      setIsSaving(false)
    }
  }

  return {
    state,
    loadError: shown.error,
    retry: () => void shown.refetch(),
    priced: isDirty ? (live ?? state) : state,
    base: written ?? state?.base ?? '',
    isDirty,
    error,
    isSaving,
    write(base) {
      setWritten(base)
      setError(null)
    },
    apply,
    applyNext(change) {
      const next = async () => {
        if (current.current !== undefined) await apply(change(current.current))
      }
      queue.current = queue.current.then(next, next)
    },
    discard() {
      setWritten(null)
      setError(null)
    },
  }
}

function toCallError(error: unknown): CallError {
  if (!(error instanceof CallError)) throw error
  return error
}
