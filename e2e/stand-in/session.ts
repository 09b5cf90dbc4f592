import type { OnBeforeRequestListenerDetails, Session, WebRequest } from 'electron'
import { fail, loud } from './failure.ts'
import { LoudEmitter } from './loud-emitter.ts'
import { applyPermissions } from './permissions.ts'
import { protocol } from './protocol.ts'
import { asElectron, type Surface } from './surface.ts'

type RequestListener = (
  details: OnBeforeRequestListenerDetails,
  callback: (response: { cancel?: boolean; redirectURL?: string }) => void,
) => void

const events = ['spellcheck-dictionary-initialized', 'will-download']

class StandInSession extends LoudEmitter implements Surface<Session> {
  readonly webRequest = asElectron<WebRequest>(
    loud('webRequest', { onBeforeRequest: this.setRequestListener.bind(this) }),
  )
  readonly protocol = asElectron<Electron.Protocol>(protocol)
  readonly storagePath = null
  readonly handlers: { -readonly [N in 'request' | 'check' | 'device']: unknown } = {
    request: null,
    check: null,
    device: null,
  }
  readonly proxies: unknown[] = []
  private requestListener: RequestListener | null = null

  constructor() {
    super('session', events)
  }

  setPermissionRequestHandler(handler: Parameters<Session['setPermissionRequestHandler']>[0]): void {
    this.handlers.request = handler
  }

  setPermissionCheckHandler(handler: Parameters<Session['setPermissionCheckHandler']>[0]): void {
    this.handlers.check = handler
    applyPermissions(handler)
  }

  setDevicePermissionHandler(handler: Parameters<Session['setDevicePermissionHandler']>[0]): void {
    this.handlers.device = handler
  }

  /** Recorded: nothing reaches a proxy, since names are not looked up here. */
  async setProxy(config: Electron.ProxyConfig): Promise<void> {
    this.proxies.push(config)
  }

  setSpellCheckerEnabled(_isEnabled: boolean): void {
    // Chromium's own is off without a window of the desktop.
  }

  isPersistent(): boolean {
    return true
  }

  /** For the stand-in: whether the app lets this request go on. */
  async allows(details: OnBeforeRequestListenerDetails): Promise<boolean> {
    const listener = this.requestListener
    if (listener === null) return true
    const { cancel = false, redirectURL } = await new Promise<{ cancel?: boolean; redirectURL?: string }>(
      (resolve) => listener(details, resolve),
    )
    if (redirectURL !== undefined) fail('onBeforeRequest with redirectURL is not implemented')
    return !cancel
  }

  private setRequestListener(first: unknown, second?: unknown): void {
    if (second !== undefined) fail('webRequest.onBeforeRequest with a filter is not implemented')
    this.requestListener = first as RequestListener | null // the form without a filter
  }
}

export const defaultSession = new StandInSession()

export const session = loud('session', { defaultSession: asElectron<Session>(defaultSession) })
