/** The one gate for calls of the windows: known name, small enough, right shape, and an outcome that carries no stack. */
import type { z } from 'zod'
import type { Outcome } from '../../shared/contract/bridge.ts'
import { type CallName, calls } from '../../shared/contract/index.ts'
import { PixieError, shownError, toWireError, type WireError } from '../../shared/errors.ts'

export type AnyHandler = (params: never) => unknown
export type AllHandlers = Readonly<Record<CallName, AnyHandler>>

/** Longest params of a call as JSON, in UTF-16 units: far above the longest text that a screen can send. */
export const callCharacters = 1_000_000

export interface Gate {
  /** Never rejects. */
  call(name: unknown, params: unknown): Promise<Outcome>
}

export interface GateOptions {
  /** Holds what handlers answer to the contract: for tests and development. */
  readonly checkResults: boolean
  /** The sentence for an error that has none yet; others as they are. */
  explain(error: unknown): unknown
  /** Hears of mistakes of Pixie's own; the window is told only that there was one. */
  onBug(error: unknown): void
  /** Folders whose paths are no business of a page's. */
  readonly ownFolders: readonly string[]
}

export function createGate(handlers: AllHandlers, options: GateOptions): Gate {
  async function run(name: unknown, params: unknown): Promise<unknown> {
    if (typeof name !== 'string' || !Object.hasOwn(calls, name)) throw refused('There is no such call')
    const known = name as CallName // just looked up
    if (size(params) > callCharacters) throw refused('The call is too large', known)
    const shape: { params: z.ZodType; result: z.ZodType } = calls[known]
    const parsed = shape.params.safeParse(params)
    if (!parsed.success || !isPlain(params)) throw refused('The call has a wrong shape', known)
    const value = await handlers[known](parsed.data as never) // the contract ties this handler to these params
    return options.checkResults ? shape.result.parse(value) : value
  }
  return {
    async call(name, params) {
      try {
        return { ok: true, value: await run(name, params) }
      } catch (error) {
        const explained = options.explain(error)
        const wire = toWireError(explained)
        if (wire.code !== 'internal') return { ok: false, error: withoutFolders(wire, options.ownFolders) }
        options.onBug(explained)
        return { ok: false, error: shownError(wire) }
      }
    },
  }
}

function refused(what: string, name?: CallName): PixieError {
  return new PixieError('invalid-input', {
    what,
    value: name,
    hint: 'Restart Pixie; if it stays, report it.',
  })
}

function withoutFolders(error: WireError, folders: readonly string[]): WireError {
  const clean = (text: string) =>
    folders.reduce((cleaned, folder) => cleaned.replaceAll(folder, 'Pixie’s folder'), text)
  return { code: error.code, message: clean(error.message), hint: clean(error.hint) }
}

/** A `Map` has no keys of its own, so it would pass as an object that leaves everything out. */
function isPlain(params: unknown): boolean {
  const prototype: unknown = Object.getPrototypeOf(params)
  return prototype === Object.prototype || prototype === null
}

/** Anything that JSON cannot carry is too large for every limit. */
function size(params: unknown): number {
  try {
    return (JSON.stringify(params) ?? '').length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
