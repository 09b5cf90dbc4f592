/**
 * The one engine of a process: loaded when it is first needed, changed without a restart, out of memory when idle.
 * Two engines are never in memory at once, and none is freed while a request uses it.
 */
import { toWireError, type WireError } from '../../shared/errors.ts'
import type { Engine } from './engine.ts'
import { stopped } from './llama-run.ts'
import type { Tokenizer } from './llama-tokenizer.ts'
import { closedError } from './sequences.ts'
import { createTokenizerHolder, type TokenizerHolder } from './tokenizer-holder.ts'

export interface EngineStatus {
  /** `idle`: nothing is in memory, and nothing went wrong. */
  readonly state: 'idle' | 'loading' | 'ready' | 'failed'
  /** What is or was to be loaded: catalogue id, path, or null for the default. */
  readonly model: string | null
  /** Why the last load failed; the next request tries again. */
  readonly error: WireError | null
}

export interface EngineHolderOptions {
  /** The model that is wanted now: catalogue id, path, or null for the default. Read again for each request. */
  wanted(): string | null
  load(model: string | null, signal: AbortSignal): Promise<Engine>
  /** Null when the model is not on this machine. */
  loadTokenizer(model: string | null): Promise<Tokenizer | null>
  /** How long an unused engine stays in memory; null = for good. Read when the last request ends. */
  idleMs(): number | null
  /** What is done with an engine that nobody uses for a moment. */
  readonly rest?: EngineRest
}

export interface EngineRest {
  /** How long nobody must have used it. */
  readonly afterMs: number
  /**
   * The signal aborts as soon as somebody wants the engine, or it is to go; they wait until this has ended. It may be
   * called again and again. Whether it rejects is nobody's business.
   */
  work(engine: Engine, signal: AbortSignal): Promise<void>
}

export interface EngineHolder {
  /**
   * Runs `work` with the engine of the wanted model, which stays in memory until `work` has ended. Rejects with what the
   * load or `work` throws, and with `stopped` as soon as the signal aborts while it still waits for the model.
   */
  use<T>(signal: AbortSignal, work: (engine: Engine) => Promise<T>): Promise<T>
  /** Counts by the wanted model's vocabulary, which is loaded without its weights; null when it cannot be had. */
  tokenizer(): Promise<((text: string) => number) | null>
  status(): EngineStatus
  /** Called after each change of `status`, never in the middle of one. Gives back how to end it. */
  onChange(listener: () => void): () => void
  /** To be called when another model may be wanted, or the wanted one came or went: what is not wanted leaves memory as soon as nobody uses it. */
  refresh(): void
  /**
   * Frees the engine when the last request ends, then runs `work` while none is in memory: another model is tried, a
   * file is deleted. Requests wait for its end, so it must not call `use`. Rejects with `stopped` before `work` began.
   */
  withoutEngine<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
  /** Frees it although it is used: what runs ends. Requests from now on are refused with `engine-failed`. */
  close(): Promise<void>
}

/** One loading and what came of it. */
interface Slot {
  readonly model: string | null
  readonly engine: Promise<Engine>
  readonly loading: AbortController
  state: 'loading' | 'ready'
  users: number
  /** Set once it is to go: nobody new gets it. */
  isRetired: boolean
  /** Another model is wanted instead: who still waits for this one waits for that. */
  isSuperseded: boolean
  /** Resolves when nothing of it is in memory any more. Never rejects. */
  readonly gone: PromiseWithResolvers<void>
  isFreeing: boolean
  idleTimer: NodeJS.Timeout | null
  restTimer: NodeJS.Timeout | null
  resting: { readonly stop: AbortController; readonly over: Promise<void> } | null
}

export function createEngineHolder(options: EngineHolderOptions): EngineHolder {
  return new Holder(options)
}

class Holder implements EngineHolder {
  readonly #options: EngineHolderOptions
  readonly #tokenizer: TokenizerHolder
  readonly #listeners = new Set<() => void>()
  #slot: Slot | null = null
  #failure: { readonly model: string | null; readonly error: WireError } | null = null
  #isClosed = false
  /** While it is pending no request gets an engine. */
  #pause: Promise<void> | null = null

  constructor(options: EngineHolderOptions) {
    this.#options = options
    this.#tokenizer = createTokenizerHolder(options)
  }

  async use<T>(signal: AbortSignal, work: (engine: Engine) => Promise<T>): Promise<T> {
    for (;;) {
      if (signal.aborted) throw stopped()
      if (this.#isClosed) throw closedError()
      const slot = this.#pause === null ? this.#join() : null
      if (slot === null) {
        await orStopped(this.#pause ?? this.#slot?.gone.promise ?? Promise.resolve(), signal)
        continue
      }
      try {
        const engine = await this.#engineOf(slot, signal)
        if (engine !== null) return await work(engine)
      } finally {
        this.#leave(slot)
      }
    }
  }

  tokenizer(): Promise<((text: string) => number) | null> {
    return this.#tokenizer.count()
  }

  status(): EngineStatus {
    const model = this.#slot?.model ?? null
    if (this.#slot !== null) return { state: this.#slot.state, model, error: null }
    const failure = this.#failure?.model === this.#options.wanted() ? this.#failure : null
    return {
      state: failure === null ? 'idle' : 'failed',
      model: this.#options.wanted(),
      error: failure?.error ?? null,
    }
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  refresh(): void {
    this.#failure = null
    const slot = this.#slot
    if (slot !== null && slot.model !== this.#options.wanted()) this.#supersede(slot)
    this.#tokenizer.refresh()
    this.#tell()
  }

  async withoutEngine<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#pause ?? Promise.resolve()
    const mine = Promise.withResolvers<void>()
    const over = Promise.all([before, mine.promise]).then(() => {
      if (this.#pause === over) this.#pause = null
    })
    this.#pause = over
    try {
      await orStopped(before, signal)
      await orStopped(this.#unload(), signal)
      return await work()
    } finally {
      mine.resolve()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const slot = this.#slot
    if (slot !== null) {
      slot.isRetired = true
      this.#free(slot)
      await slot.gone.promise
    }
    await this.#tokenizer.close()
  }

  async #unload(): Promise<void> {
    const slot = this.#slot
    if (slot === null) return
    slot.isRetired = true
    this.#freeIfUnused(slot)
    await slot.gone.promise
  }

  /** The slot of the wanted model with one more user; null while another must be gone first. */
  #join(): Slot | null {
    const model = this.#options.wanted()
    const slot = this.#slot
    if (slot !== null && slot.model !== model) this.#supersede(slot)
    if (slot?.isRetired) return null
    const joined = slot ?? this.#begin(model)
    joined.users += 1
    if (joined.idleTimer !== null) clearTimeout(joined.idleTimer)
    joined.idleTimer = null
    endRest(joined)
    return joined
  }

  #begin(model: string | null): Slot {
    const loading = new AbortController()
    const slot: Slot = {
      model,
      loading,
      engine: this.#options.load(model, loading.signal),
      state: 'loading',
      users: 0,
      isRetired: false,
      isSuperseded: false,
      gone: Promise.withResolvers(),
      isFreeing: false,
      idleTimer: null,
      restTimer: null,
      resting: null,
    }
    this.#slot = slot
    this.#failure = null
    slot.engine.then(
      () => {
        slot.state = 'ready'
        if (!slot.isRetired) this.#tell()
      },
      (error: unknown) => this.#failed(slot, error),
    )
    this.#tell()
    return slot
  }

  #failed(slot: Slot, error: unknown): void {
    // A load that was broken off on purpose is no failure.
    if (!slot.isRetired) this.#failure = { model: slot.model, error: toWireError(error) }
    this.#drop(slot)
  }

  /** The engine once it is loaded; null when another model is wanted by then and nothing was begun on this one. */
  async #engineOf(slot: Slot, signal: AbortSignal): Promise<Engine | null> {
    const wasReady = slot.state === 'ready'
    try {
      const engine = await orStopped(slot.engine, signal)
      await orStopped(slot.resting?.over ?? Promise.resolve(), signal)
      if (this.#isClosed) throw closedError()
      return slot.isSuperseded && !wasReady ? null : engine
    } catch (error) {
      if (this.#isClosed) throw closedError()
      if (slot.isSuperseded && !signal.aborted) return null
      throw error
    }
  }

  #leave(slot: Slot): void {
    slot.users -= 1
    if (slot.users > 0) return
    // Nobody waits for it any more.
    if (slot.state === 'loading') slot.isRetired = true
    if (slot.isRetired) this.#freeIfUnused(slot)
    else {
      this.#startIdleTimer(slot)
      this.#startRestTimer(slot)
    }
  }

  #startRestTimer(slot: Slot): void {
    const { rest } = this.#options
    if (rest === undefined) return
    slot.restTimer = setTimeout(() => {
      const stop = new AbortController()
      // One that was stopped may still be on its way out, when whoever stopped it did not wait.
      const before = slot.resting?.over
      const work = Promise.all([slot.engine, before]).then(async ([engine]) => {
        if (!stop.signal.aborted) await rest.work(engine, stop.signal)
      })
      slot.resting = { stop, over: work.catch(() => {}) }
    }, rest.afterMs)
    slot.restTimer.unref()
  }

  #startIdleTimer(slot: Slot): void {
    const idleMs = this.#options.idleMs()
    if (idleMs === null) return
    slot.idleTimer = setTimeout(() => {
      slot.isRetired = true
      this.#freeIfUnused(slot)
    }, idleMs)
    slot.idleTimer.unref()
  }

  #supersede(slot: Slot): void {
    slot.isRetired = true
    slot.isSuperseded = true
    if (slot.state === 'loading') slot.loading.abort()
    this.#freeIfUnused(slot)
  }

  #freeIfUnused(slot: Slot): void {
    if (slot.users === 0) this.#free(slot)
  }

  #free(slot: Slot): void {
    if (slot.isFreeing) return
    slot.isFreeing = true
    if (slot.idleTimer !== null) clearTimeout(slot.idleTimer)
    endRest(slot)
    slot.loading.abort()
    slot.engine
      .then(async (engine) => {
        await slot.resting?.over
        await engine.dispose()
      })
      .catch((error: unknown) => {
        if (slot.state === 'ready') this.#failure = { model: slot.model, error: toWireError(error) }
      })
      .finally(() => this.#drop(slot))
  }

  #drop(slot: Slot): void {
    if (this.#slot === slot) {
      this.#slot = null
      this.#tell()
    }
    slot.gone.resolve()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Its end is not waited for. */
function endRest(slot: Slot): void {
  if (slot.restTimer !== null) clearTimeout(slot.restTimer)
  slot.restTimer = null
  slot.resting?.stop.abort(stopped())
}

/** What `promise` comes to, or `stopped` as soon as the signal aborts; the promise then goes on by itself. */
export async function orStopped<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw stopped()
  const aborted = Promise.withResolvers<never>()
  const stop = () => aborted.reject(stopped())
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
