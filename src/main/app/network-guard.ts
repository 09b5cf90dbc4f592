/**
 * Keeps this process off the network: opening a connection throws unless it happens on behalf of a purpose that the
 * owner switched on. Reaches what runs on this thread; other programs that are started (`pip`) and Chromium's own
 * requests are outside it and have walls of their own.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { PixieError } from '../../shared/errors.ts'

/** What the owner can let Pixie use the network for. */
export type NetworkPurpose = 'models'

const allowed = new AsyncLocalStorage<NetworkPurpose>()

/** Runs this, and all that it waits for, with the network allowed; what runs beside it stays off. */
export function allowNetwork<T>(purpose: NetworkPurpose, run: () => T): T {
  return allowed.run(purpose, run)
}

function assertAllowed(address: string): void {
  if (allowed.getStore() !== undefined) return
  throw new PixieError('no-network', {
    what: 'Pixie does not use the network for this',
    value: address,
    hint: 'Everything but fetching a model works without it. If you see this, please report it.',
  })
}

type AnyFunction = (...args: never[]) => unknown
const restores: (() => void)[] = []

/** Puts a function before another that looks at its arguments, and may throw. */
function guard<K extends string>(
  owner: { [key in K]: AnyFunction },
  name: K,
  look: (args: readonly unknown[]) => void,
): void {
  const original = owner[name]
  const guarded = function (this: unknown, ...args: never[]) {
    look(args)
    return original.apply(this, args)
  }
  owner[name] = Object.assign(guarded, original)
  restores.push(() => {
    owner[name] = original
  })
}

/** `connect(path)` and `connect({ path })` stay on this machine. */
function assertConnect(args: readonly unknown[]): void {
  // Node passes its own normalised arguments on as one list.
  const [first, second]: readonly unknown[] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'string' && !/^\d+$/.test(first)) return
  const isOptions = typeof first === 'object' && first !== null
  const { path, host, port }: { path?: unknown; host?: unknown; port?: unknown } = isOptions
    ? first
    : { host: second, port: first }
  if (typeof path === 'string' && path !== '') return
  assertAllowed([host ?? 'localhost', port].join(':'))
}

const dnsFunctions = [
  'lookup',
  'lookupService',
  'resolve',
  'resolve4',
  'resolve6',
  'resolveAny',
  'reverse',
] as const

/** From now on nothing on this thread reaches the network outside `allowNetwork`. Gives back how to end that, for tests. */
export function guardNetwork(): () => void {
  guard(net.Socket.prototype, 'connect', assertConnect)
  for (const name of ['bind', 'connect', 'send'] as const)
    guard(dgram.Socket.prototype, name, () => assertAllowed('UDP'))
  for (const name of dnsFunctions) {
    guard(dns, name, ([host]) => assertAllowed(String(host)))
    guard(dns.promises, name, ([host]) => assertAllowed(String(host)))
  }
  syncBuiltinESMExports()
  return () => {
    for (const restore of restores.splice(0)) restore()
    syncBuiltinESMExports()
  }
}
