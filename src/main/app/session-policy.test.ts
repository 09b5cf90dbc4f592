import { expect, test } from 'vitest'
import { builtPage, pageOrigin } from './page-origin.ts'
import { closeSession, keepChromiumOffline } from './session-policy.ts'

type Session = Parameters<typeof closeSession>[0]
type Handler = (...args: unknown[]) => unknown

const served = pageOrigin(false, 'http://localhost:5173')

/** Keeps what Electron's session is given. */
async function closed(page = builtPage, platform: NodeJS.Platform = 'linux') {
  const given: Record<string, Handler> = {}
  const values: Record<string, unknown> = {}
  const session = {
    setPermissionRequestHandler: (handler: Handler) => (given.request = handler),
    setPermissionCheckHandler: (handler: Handler) => (given.check = handler),
    setDevicePermissionHandler: (handler: Handler) => (given.device = handler),
    setSpellCheckerEnabled: (isOn: boolean) => (values.spelling = isOn),
    setProxy: async (proxy: unknown) => (values.proxy = proxy),
    on: (name: string, handler: Handler) => (given[name] = handler),
    webRequest: { onBeforeRequest: (handler: Handler) => (given.before = handler) },
  }
  await closeSession(session as unknown as Session, page, platform) // only what is used of it
  const call = (name: string, ...args: unknown[]) => {
    const handler = given[name]
    if (handler === undefined) throw new Error(`${name} was not set`)
    return handler(...args)
  }
  return { call, values }
}

test.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'midi', 'fullscreen', 'openExternal'])(
  'a page that asks for %s is refused, without the owner being asked',
  async (permission) => {
    const { call } = await closed()
    const answers: unknown[] = []
    call('request', null, permission, (isAllowed: boolean) => answers.push(isAllowed))
    expect([...answers, call('check', null, permission), call('device', {})]).toEqual([false, false, false])
  },
)

test('every request but for the app’s own files is cancelled', async () => {
  const { call } = await closed()
  const answers: unknown[] = []
  for (const url of ['app://pixie/assets/a.js', 'https://example.org/', 'http://127.0.0.1/'])
    call('before', { url }, (answer: unknown) => answers.push(answer))
  expect(answers).toEqual([{ cancel: false }, { cancel: true }, { cancel: true }])
})

test('nothing is downloaded', async () => {
  const { call } = await closed()
  let prevented = 0
  call('will-download', { preventDefault: () => (prevented += 1) })
  expect(prevented).toBe(1)
})

test('what would still go out is sent to a port where nobody listens', async () => {
  expect((await closed()).values.proxy).toEqual({ mode: 'fixed_servers', proxyRules: '127.0.0.1:9' })
  expect((await closed(served)).values.proxy).toBe(undefined)
})

test('dictionaries are not fetched', async () => {
  expect((await closed()).values.spelling).toBe(false)
  expect((await closed(builtPage, 'darwin')).values.spelling).toBe(undefined)
})

test('Chromium itself looks nothing up and asks for nothing, but for a page that is served', () => {
  const switches: unknown[] = []
  const commandLine = { appendSwitch: (...given: unknown[]) => void switches.push(given) }
  keepChromiumOffline(commandLine, served)
  expect(switches).toEqual([])
  keepChromiumOffline(commandLine, builtPage)
  expect(switches).toEqual([
    ['host-resolver-rules', 'MAP * ~NOTFOUND'],
    ['disable-background-networking', undefined],
    ['disable-component-update', undefined],
    ['disable-domain-reliability', undefined],
    ['dns-prefetch-disable', undefined],
    ['no-pings', undefined],
    ['webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
    ['disable-features', 'WebRtcHideLocalIpsWithMdns'],
  ])
})
