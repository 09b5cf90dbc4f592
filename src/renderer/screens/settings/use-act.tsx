import { type ReactNode, useState } from 'react'
import type { CallError } from '../../api.ts'
import { Failure } from '../../ui/failure.tsx'
import { showToast } from '../../ui/toast.ts'

interface Told {
  /** Said when it worked. */
  readonly done?: string
  readonly undo?: () => Promise<unknown>
}

/** Does things that may fail, and tells it where they were asked for. */
export function useAct(): {
  /** What the act gave; undefined when it failed. */
  act<T>(run: () => Promise<T>, told?: Told): Promise<T | undefined>
  /** What went wrong last; null once something worked. */
  readonly failure: ReactNode
} {
  const [error, setError] = useState<CallError | null>(null)
  return {
    async act(run, { done, undo } = {}) {
      try {
        const result = await run()
        setError(null)
        if (done !== undefined)
          showToast({ text: done, ...(undo === undefined ? {} : { undo: async () => void (await undo()) }) })
        return result
      } catch (failed) {
        setError(failed as CallError) // calls reject with nothing else
        return undefined
      }
    },
    failure: error === null ? null : <Failure error={error} />,
  }
}
