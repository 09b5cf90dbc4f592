/**
 * Schemes of the app. Chromium asks nobody for a scheme that it does not know, so `app://host/path` is
 * `https://host.app.standin/path` to it: as secure, as an origin of its own, and answered here before any name is looked up.
 */
import type { CustomScheme, Protocol } from 'electron'
import { app } from './app.ts'
import { fail, loud } from './failure.ts'
import type { Surface } from './surface.ts'

type Handler = Parameters<Protocol['handle']>[1]

const schemes = new Map<string, CustomScheme>()
const handlers = new Map<string, Handler>()
const suffix = 'standin'

/** As Chromium is to see it. */
export function toChromium(url: string): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url) ?? []
  return schemes.has(scheme) ? `https://${host}.${scheme}.${suffix}${rest}` : url
}

/** As the app is to see it. */
export function fromChromium(url: string): string {
  return url.replace(/^(blob:)?https:\/\/([^/?#]+)\.([a-z\d+-]+)\.standin(?=[/?#]|$)/i, '$1$3://$2')
}

export function handlerOf(url: string): Handler | null {
  return handlers.get(url.slice(0, url.indexOf(':'))) ?? null
}

const parts: Surface<Protocol> = {
  registerSchemesAsPrivileged(list) {
    if (app.isReady()) fail('protocol.registerSchemesAsPrivileged() after the app was ready')
    for (const scheme of list) {
      if (scheme.privileges?.standard !== true || scheme.privileges.secure !== true)
        fail(`the scheme ${scheme.scheme}: only standard and secure ones are implemented`)
      schemes.set(scheme.scheme, scheme)
    }
  },
  handle(scheme, handler) {
    if (!app.isReady()) throw new Error('protocol.handle() before the app was ready')
    if (!schemes.has(scheme)) fail(`protocol.handle('${scheme}'): only registered schemes are implemented`)
    if (handlers.has(scheme)) throw new Error(`The scheme '${scheme}' is handled already`)
    handlers.set(scheme, handler)
  },
  unhandle: (scheme) => void handlers.delete(scheme),
  isProtocolHandled: (scheme) => handlers.has(scheme),
}

export const protocol = loud('protocol', parts)
