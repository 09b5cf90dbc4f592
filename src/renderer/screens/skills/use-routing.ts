/** Asking the planner, live: a newer request ends the older one. */
import { useEffect, useRef, useState } from 'react'
import type { ExampleResult, RoutingPreview, SkillDraftFields } from '../../../shared/contract/skills.ts'
import { CallError, useApi, useCall } from '../../api.ts'

const previewDelayMs = 350
/** Examples cost a while on each; typing goes on first. */
const examplesDelayMs = 1_500

export interface Edited {
  /** Of the skill that was opened; null = a new one. */
  readonly key: string | null
  readonly draft: SkillDraftFields
}

export type Asked<T> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking'; readonly earlier: T | null }
  | { readonly kind: 'told'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: CallError }

/** All that the planner's prompt holds of a skill. */
const menuKey = ({ handle, shortDescription, enabled, advertised, examples }: SkillDraftFields) =>
  JSON.stringify([handle, shortDescription, enabled, advertised, examples])

/** All that the planner's prompt holds besides, in one text; '' until it is read. */
function useMenuElsewhere(): string {
  const { data } = useCall('alignment.show', {}, { topics: ['alignment', 'skills', 'grants'] })
  return data === undefined
    ? ''
    : JSON.stringify([data.document, data.skills.map(({ slug, exampleCount }) => [slug, exampleCount])])
}

let lastRun = 0
const newRun = () => `routing-${Date.now()}-${++lastRun}`

/** What the planner makes of a request with this draft on the menu. */
export function usePreview(edited: Edited, request: string): Asked<RoutingPreview> {
  const api = useApi()
  const [asked, setAsked] = useState<Asked<RoutingPreview>>({ kind: 'idle' })
  const newest = useRef(edited)
  useEffect(() => {
    newest.current = edited
  })
  const words = request.trim()
  const key = menuKey(edited.draft)
  const elsewhere = useMenuElsewhere()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `elsewhere` stand for what the prompt holds
  useEffect(() => {
    if (words === '') {
      setAsked({ kind: 'idle' })
      return
    }
    const run = newRun()
    let isOver = false
    const timer = setTimeout(() => {
      setAsked((before) => ({ kind: 'asking', earlier: before.kind === 'told' ? before.value : null }))
      api.call('skills.preview', { ...newest.current, run, request: words }).then(
        (value) => !isOver && setAsked({ kind: 'told', value }),
        (error: unknown) => !isOver && setAsked(failure(error)),
      )
    }, previewDelayMs)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop(() => api.call('skills.cancel', { run }))
    }
  }, [api, key, elsewhere, words])
  return asked
}

export interface Examples {
  readonly results: readonly ExampleResult[]
  readonly state: 'idle' | 'running' | 'done' | 'failed'
  readonly done: number
  readonly of: number
  readonly error: CallError | null
  start(): void
  stop(): void
}

const nothingYet = { results: [], state: 'idle', done: 0, of: 0, error: null } as const

/**
 * Every saved example against the menu with this draft on it. Runs by itself when its menu line was changed, again when
 * any other line is changed elsewhere meanwhile, and when asked to.
 */
export function useExamples(edited: Edited, hasMenuChanged: boolean): Examples {
  const api = useApi()
  const [shown, setShown] = useState<Omit<Examples, 'start' | 'stop'>>(nothingYet)
  const [asked, setAsked] = useState(0)
  const newest = useRef(edited)
  useEffect(() => {
    newest.current = edited
  })
  const key = menuKey(edited.draft)
  const elsewhere = useMenuElsewhere()
  const answered = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `elsewhere` stand for what the prompt holds
  useEffect(() => {
    const isAsked = asked !== answered.current
    answered.current = asked
    if (!hasMenuChanged && !isAsked) {
      setShown(nothingYet)
      return
    }
    const run = newRun()
    let isOver = false
    const off = api.on('skills.example', (progress) => {
      if (progress.run !== run) return
      setShown(({ results }) => ({
        results: [...results, progress.result],
        state: 'running',
        done: progress.done,
        of: progress.of,
        error: null,
      }))
    })
    const timer = setTimeout(
      () => {
        setShown({ ...nothingYet, state: 'running' })
        api.call('skills.examples', { ...newest.current, run }).then(
          ({ results }) =>
            !isOver &&
            setShown({ results, state: 'done', done: results.length, of: results.length, error: null }),
          (error: unknown) => {
            const failed = failure(error)
            if (!isOver && failed.kind === 'failed')
              setShown({ ...nothingYet, state: 'failed', error: failed.error })
          },
        )
      },
      isAsked ? 0 : examplesDelayMs,
    )
    return () => {
      isOver = true
      off()
      clearTimeout(timer)
      stop(() => api.call('skills.cancel', { run }))
    }
  }, [api, key, elsewhere, hasMenuChanged, asked])
  return {
    ...shown,
    start: () => setAsked((count) => count + 1),
    stop: () => setShown((now) => ({ ...now, state: 'idle' })),
  }
}

function failure(error: unknown): Asked<never> {
  if (!(error instanceof CallError)) throw error
  return error.code === 'stopped' ? { kind: 'idle' } : { kind: 'failed', error }
}

/** Nobody waits for it, and there is nothing to do when it fails: the run then ends by itself. */
function stop(cancel: () => Promise<unknown>): void {
  cancel().catch(() => undefined)
}
