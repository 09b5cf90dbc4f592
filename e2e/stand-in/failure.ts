/** How the stand-in fails: at once, by name, and so that no run can pass after it. */

/** Exit code of a run in which the app used something that the stand-in does not have. */
const failureCode = 86

let end: (code: number) => void = (code) => process.exit(code)

/** Says what ends the run. Called with the exit code, once the present code has run. */
export function onFailure(ending: (code: number) => void): void {
  end = ending
}

/** Ends the run, whatever becomes of the error that it throws. */
export function fail(message: string): never {
  report(message)
  throw new Error(`stand-in: ${message}`)
}

/** As `fail`, where nobody could catch. */
export function report(message: string): void {
  process.stderr.write(`stand-in: ${message}\n`)
  process.exitCode = failureCode
  setImmediate(() => end(failureCode))
}

/** Names that the language and the debugger look for on any object. */
const probes: ReadonlySet<PropertyKey> = new Set(['then', 'toJSON', 'constructor', 'domain', 'nodeType'])

/** The object itself, but what it does not have fails when it is read or set. */
export function loud<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, key, receiver): unknown {
      if (key in target || typeof key === 'symbol' || probes.has(key))
        return Reflect.get(target, key, receiver)
      return fail(`${name}.${key} is not implemented`)
    },
    set(target, key, value, receiver) {
      if (!(key in target) && typeof key === 'string')
        fail(`${name}.${key} is not implemented and cannot be set`)
      return Reflect.set(target, key, value, receiver)
    },
  })
}
