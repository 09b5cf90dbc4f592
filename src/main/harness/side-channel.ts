import type { Found } from '../tools/tool.ts'

/** What one dispatch brought, with exact bytes. */
export interface Haul {
  readonly step: number
  readonly tool: string
  readonly found: readonly Found[]
}

/**
 * Where tools leave what they found. The answer is written from here, never from a model's paraphrase of a result.
 */
export interface SideChannel {
  add(haul: Haul): void
  /** In the order of the dispatches. */
  hauls(): readonly Haul[]
  /** Everything of one kind, first found first, each id once. */
  all<K extends Found['kind']>(kind: K): Extract<Found, { kind: K }>[]
}

export function createSideChannel(): SideChannel {
  const hauls: Haul[] = []
  return {
    add: (haul) => hauls.push(haul),
    hauls: () => hauls,
    all(kind) {
      const byId = new Map<string, Found>()
      for (const item of hauls.flatMap((haul) => haul.found))
        if (item.kind === kind && !byId.has(item.id)) byId.set(item.id, item)
      // The filter above keeps only this kind; the map cannot say so.
      return [...byId.values()] as Extract<Found, { kind: typeof kind }>[]
    },
  }
}
