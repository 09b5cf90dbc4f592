/** Every request of a window: asked of the app (`webRequest`, navigation events), answered by its protocol handlers. */
import type { OnBeforeRequestListenerDetails } from 'electron'
import type { CdpEvents, Session } from './cdp.ts'
import { fromChromium, handlerOf } from './protocol.ts'
import { defaultSession } from './session.ts'
import { asElectron } from './surface.ts'
import { withoutPopups } from './window-open.ts'

type Paused = CdpEvents['Fetch.requestPaused']

export interface RequestRules {
  readonly webContentsId: number
  /** Whether the frame may go there. Asked for navigations only. */
  mayNavigate(url: string, frameId: string): boolean
}

const resourceTypes: Readonly<Record<string, OnBeforeRequestListenerDetails['resourceType']>> = {
  Document: 'mainFrame',
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
  Media: 'media',
  XHR: 'xhr',
  Fetch: 'xhr',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
  WebSocket: 'webSocket',
}

export async function watchRequests(session: Session, rules: RequestRules): Promise<void> {
  session.listen((method, params: never) => {
    // A request whose page has gone meanwhile cannot be answered any more.
    if (method === 'Fetch.requestPaused') void decide(session, params, rules).catch(() => {})
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
}

async function decide(session: Session, paused: Paused, rules: RequestRules): Promise<unknown> {
  const { requestId, request, resourceType, frameId } = paused
  const url = fromChromium(request.url)
  const isNavigation = resourceType === 'Document'
  if (isNavigation && !rules.mayNavigate(url, frameId))
    // With `Aborted` the page stays as it is; any other reason shows an error page.
    return session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
  const details = asElectron<OnBeforeRequestListenerDetails>({
    id: 0,
    url,
    method: request.method,
    resourceType: resourceTypes[resourceType] ?? 'other',
    referrer: '',
    timestamp: Date.now(),
    webContentsId: rules.webContentsId,
  })
  if (!(await defaultSession.allows(details))) {
    const errorReason = isNavigation ? 'Aborted' : 'BlockedByClient'
    return session.send('Fetch.failRequest', { requestId, errorReason })
  }
  const handler = handlerOf(url)
  if (handler === null) return session.send('Fetch.continueRequest', { requestId })
  const { method, headers, postData } = request
  const response = await handler(
    new Request(url, { method, headers, ...(postData === undefined ? {} : { body: postData }) }),
  )
  const body = Buffer.from(await response.arrayBuffer()).toString('base64')
  return session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: response.status,
    responseHeaders: [
      ...[...response.headers].map(([name, value]) => ({ name, value })),
      ...(isNavigation ? [{ name: 'content-security-policy', value: withoutPopups }] : []),
    ],
    body,
  })
}
