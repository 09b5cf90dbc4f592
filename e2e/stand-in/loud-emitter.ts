import { EventEmitter } from 'node:events'
import { fail, loud } from './failure.ts'

/**
 * What Electron's objects are here: an emitter that fails when anything is used that it does not have, a listener for
 * an event that it never emits included. `name` is how failures call it.
 */
export class LoudEmitter extends EventEmitter {
  constructor(name: string, events: readonly string[]) {
    super()
    this.setMaxListeners(0)
    this.on('newListener', (event) => {
      if (typeof event === 'string' && event !== 'removeListener' && !events.includes(event))
        fail(`the event ${name} '${event}' is not implemented`)
    })
    // Without the type assertion that a constructor cannot make: the proxy is this object to everybody.
    // biome-ignore lint/correctness/noConstructorReturn: every reference, `this` included, must go through the proxy.
    return loud(name, this)
  }
}

/** An event whose default can be prevented. `isPrevented` is only for the stand-in. */
export function preventable<T extends object>(
  details: T,
): T & {
  readonly defaultPrevented: boolean
  preventDefault(): void
} {
  let isPrevented = false
  return Object.defineProperties(details, {
    defaultPrevented: { get: () => isPrevented },
    preventDefault: {
      value: () => {
        isPrevented = true
      },
    },
  }) as T & { readonly defaultPrevented: boolean; preventDefault(): void } // as just defined
}
