/** What Chromium may do for a page of Pixie: show it, and nothing besides. */
import type { App, Session } from 'electron'
import { isLocalRequest, type PageOrigin } from './page-origin.ts'

/** Nothing listens on the discard port, so that what went astray ends there. */
const nowhere = '127.0.0.1:9'

/** Switches that keep Chromium itself off the network. Only good before Electron is ready. */
const offlineSwitches: readonly (readonly [name: string, value?: string])[] = [
  ['host-resolver-rules', 'MAP * ~NOTFOUND'],
  ['disable-background-networking'],
  ['disable-component-update'],
  ['disable-domain-reliability'],
  ['dns-prefetch-disable'],
  ['no-pings'],
  // Connections between pages (WebRTC) would go out by UDP, past the proxy and every rule for requests.
  ['webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
  // And they would join the local network's name service to hide addresses that they do not give away anyway.
  ['disable-features', 'WebRtcHideLocalIpsWithMdns'],
]

/** Call before Electron is ready. A page that a development server serves needs its host, so then it stays as it is. */
export function keepChromiumOffline(commandLine: Pick<App['commandLine'], 'appendSwitch'>, page: PageOrigin) {
  if (page.isServed) return
  for (const [name, value] of offlineSwitches) commandLine.appendSwitch(name, value)
}

type Restricted = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setSpellCheckerEnabled'
  | 'setProxy'
  | 'on'
> & { readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'> }

/** No page may use the camera, the place, notifications or anything else a browser asks about, and none gets out. */
export async function closeSession(
  session: Restricted,
  page: PageOrigin,
  platform: NodeJS.Platform,
): Promise<void> {
  session.setPermissionRequestHandler((_page, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isLocalRequest(url, page) }))
  session.on('will-download', (event) => event.preventDefault())
  // Elsewhere than on a Mac the dictionaries would be fetched.
  if (platform !== 'darwin') session.setSpellCheckerEnabled(false)
  if (!page.isServed) await session.setProxy({ mode: 'fixed_servers', proxyRules: nowhere })
}
