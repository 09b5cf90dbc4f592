import { PixieError } from '../../shared/errors.ts'
import { commonPrefix } from './token-trie.ts'

/** What the pool needs of a sequence: the tokens whose evaluation it still holds. */
export interface WarmSequence {
  readonly contextTokens: readonly number[]
}

/** A sequence on loan to one session. */
export interface Lease<S> {
  readonly sequence: S
  /** Gives it back, with what it holds. Safe to call twice. */
  release(): void
}

interface Slot<S> {
  readonly sequence: S
  isFree: boolean
  /** Order of the last loan; 0 = never. */
  lastUse: number
}

/** Share of a constant prefix that must be warm for a sequence to count as that prefix's own. */
const ownShare = 0.8

/**
 * Sequences of one context, lent to one session at a time and never disposed, so that each constant prefix
 * (instructions, tools) finds its evaluation again.
 */
export class SequencePool<S extends WarmSequence> {
  readonly #slots: Slot<S>[]
  readonly #waiting: { resolve(slot: Slot<S>): void; reject(error: Error): void }[] = []
  #uses = 0
  #isClosed = false

  constructor(sequences: readonly S[]) {
    this.#slots = sequences.map((sequence) => ({ sequence, isFree: true, lastUse: 0 }))
  }

  /** Lends the best free sequence for a prompt that begins with `prefix`; waits in order while none is free. */
  async acquire(prefix: readonly number[]): Promise<Lease<S>> {
    if (this.#isClosed) throw closedError()
    const free = this.#waiting.length === 0 ? this.#choose(prefix) : null
    const slot =
      free ?? (await new Promise<Slot<S>>((resolve, reject) => this.#waiting.push({ resolve, reject })))
    this.#take(slot)
    let isReleased = false
    return {
      sequence: slot.sequence,
      release: () => {
        if (isReleased) return
        isReleased = true
        this.#giveBack(slot)
      },
    }
  }

  /** Those who wait are refused with `engine-failed`, as is everyone after. */
  close(): void {
    this.#isClosed = true
    for (const waiter of this.#waiting.splice(0)) waiter.reject(closedError())
  }

  #take(slot: Slot<S>): void {
    slot.isFree = false
    this.#uses += 1
    slot.lastUse = this.#uses
  }

  #giveBack(slot: Slot<S>): void {
    const next = this.#waiting.shift()
    if (next === undefined) slot.isFree = true
    else next.resolve(slot)
  }

  #choose(prefix: readonly number[]): Slot<S> | null {
    const free = this.#slots.filter((slot) => slot.isFree)
    const index = chooseSequence(
      free.map((slot) => ({ tokens: slot.sequence.contextTokens, lastUse: slot.lastUse })),
      prefix,
    )
    return index === null ? null : (free[index] ?? null)
  }
}

/**
 * Which of the free sequences a prompt should run on: the one that already holds (nearly) its whole constant prefix;
 * else an empty one, else the one unused for longest, so that other prefixes stay warm. Null when none is free.
 */
export function chooseSequence(
  free: readonly { readonly tokens: readonly number[]; readonly lastUse: number }[],
  prefix: readonly number[],
): number | null {
  const ranked = free
    .map(({ tokens, lastUse }, index) => {
      const shared = commonPrefix(tokens, prefix)
      const isOwn = shared > 0 && shared >= prefix.length * ownShare
      return { index, isOwn, shared, isEmpty: tokens.length === 0, lastUse }
    })
    .sort(
      (a, b) =>
        Number(b.isOwn) - Number(a.isOwn) ||
        (a.isOwn ? b.shared - a.shared : 0) ||
        Number(b.isEmpty) - Number(a.isEmpty) ||
        a.lastUse - b.lastUse,
    )
  return ranked[0]?.index ?? null
}

export function closedError(): PixieError {
  return new PixieError('engine-failed', {
    what: 'The model was closed',
    hint: 'Load it again.',
  })
}
