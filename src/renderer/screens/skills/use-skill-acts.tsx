/** What can be done with a saved skill, from the list and from the editor. */
import { useState } from 'react'
import type { SkillRow } from '../../../shared/contract/skills.ts'
import { CallError, useApi } from '../../api.ts'
import { useNavigation } from '../../navigation.ts'
import { showToast } from '../../ui/toast.ts'

export interface SkillActs {
  open(slug: string | null): void
  duplicate(row: SkillRow): Promise<void>
  exportTo(row: SkillRow): Promise<void>
  set(row: SkillRow, change: { readonly enabled?: boolean; readonly advertised?: boolean }): Promise<void>
  restore(handle: string): Promise<void>
  /** Deletes, or asks what is to take its place where others mention it. */
  remove(row: SkillRow): Promise<void>
  /** The skill that cannot go because others mention it; null = none. */
  readonly inUse: SkillRow | null
  closeInUse(): void
  /** Puts a handle in its place and deletes it. */
  replace(row: SkillRow, by: string): Promise<void>
}

function say(error: unknown): void {
  if (!(error instanceof CallError)) throw error
  showToast({ text: [error.message, error.hint].filter((words) => words !== '').join('. '), isBad: true })
}

/** @param onGone after a deletion, with its slug */
export function useSkillActs(onGone?: (slug: string) => void): SkillActs {
  const api = useApi()
  const go = useNavigation((navigation) => navigation.go)
  const [inUse, setInUse] = useState<SkillRow | null>(null)
  const undo = async () => void (await api.call('skills.undo', {}))

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      say(error)
    }
  }

  async function remove(row: SkillRow, replaceBy: string | null): Promise<void> {
    await api.call('skills.delete', { handle: row.slug, replaceBy })
    setInUse(null)
    onGone?.(row.slug)
    showToast({ text: `Deleted @${row.slug}`, undo })
  }

  return {
    open: (slug) => void go({ screen: 'skills', skill: slug }),
    duplicate: (row) =>
      attempt(async () => {
        const { slug } = await api.call('skills.duplicate', { handle: row.slug })
        showToast({ text: `Made @${slug}. The planner does not pick it until you say so.` })
        await go({ screen: 'skills', skill: slug })
      }),
    exportTo: (row) =>
      attempt(async () => {
        const written = await api.call('skills.export', { handle: row.slug })
        if (written !== null) showToast({ text: `Exported as ${written}` })
      }),
    set: (row, change) =>
      attempt(async () => {
        await api.call('skills.set', { handle: row.slug, ...change })
        if (change.enabled === false && row.usedBy.length > 0)
          showToast({
            text: `${handles(row.usedBy)} ${row.usedBy.length === 1 ? 'mentions' : 'mention'} @${row.slug}, which brings nothing while it is off.`,
          })
      }),
    restore: (handle) =>
      attempt(async () => {
        const { slug } = await api.call('skills.restore', { handle })
        showToast({ text: `@${slug} is as it came`, undo })
      }),
    remove: (row) =>
      attempt(async () => {
        try {
          await remove(row, null)
        } catch (error) {
          if (!(error instanceof CallError) || error.code !== 'skill-in-use') throw error
          setInUse(row)
        }
      }),
    inUse,
    closeInUse: () => setInUse(null),
    replace: (row, by) => attempt(() => remove(row, by)),
  }
}

export function handles(slugs: readonly string[]): string {
  const all = slugs.map((slug) => `@${slug}`)
  const last = all.at(-1) ?? ''
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} and ${last}`
}
