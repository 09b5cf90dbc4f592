import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Bridge } from '../src/shared/contract/bridge.ts'
import { expect, test } from './fixtures.ts'
import { chatPage } from './pages/chat.ts'

test('the page knows of nothing but the bridge', async ({ page }) => {
  const seen = await page.evaluate(() => ({
    names: ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron'].filter(
      (name) => name in window,
    ),
    bridge: Object.keys(Reflect.get(window, 'pixie') as object).sort(),
    isFixed: Object.isFrozen(Reflect.get(window, 'pixie')),
  }))
  expect(seen).toEqual({ names: [], bridge: ['attach', 'call', 'onEvent', 'version'], isFixed: true })
})

test('the page cannot name a file that nobody dropped', async ({ page }) => {
  const outcomes = await page.evaluate(async () => {
    const { call, attach } = Reflect.get(window, 'pixie') as Bridge // the preload script's
    const asked = await call('chat.attach', { path: '/etc/hosts' })
    return [asked, await attach(new File(['127.0.0.1'], '/etc/hosts'))]
  })
  expect(outcomes).toMatchObject([
    { ok: false, error: { message: 'There is no such call' } },
    { ok: false, error: { message: 'This file is in no folder of this computer' } },
  ])
})

test('the window is sandboxed and apart from Node', async ({ app, page }) => {
  await expect(page.getByRole('main').first()).toBeVisible()
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    // Electron's types leave this one out; it is what its own documentation names for tests.
    return (contents as unknown as { getLastWebPreferences(): object }).getLastWebPreferences()
  })
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    navigateOnDragDrop: false,
  })
})

test('scripts, styles and frames that did not come with Pixie do not run', async ({ page }) => {
  const outcome = await page.evaluate(async () => {
    const violations: string[] = []
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective))
    // What Playwright itself runs may evaluate; what the page runs later may not.
    await new Promise((resolve) => setTimeout(resolve, 50))
    const attempt = (run: () => unknown) => {
      try {
        run()
        return 'ran'
      } catch {
        return 'refused'
      }
    }
    const made = {
      evaluated: attempt(() => Reflect.get(window, 'eval')('1 + 1')),
      fromText: attempt(() => Reflect.construct(Function, ['return 1'])),
      html: attempt(() => Reflect.set(document.createElement('p'), 'innerHTML', '<b>x</b>')),
      policy: attempt(() => Reflect.get(window, 'trustedTypes').createPolicy('x', {})),
    }
    const add = (tag: string, set: (element: HTMLElement) => void) => {
      const element = document.createElement(tag)
      set(element)
      document.body.append(element)
    }
    add('style', (style) => style.append('body { outline: 3px solid red }'))
    add('iframe', (frame) => frame.setAttribute('src', 'https://example.org/'))
    add('img', (image) => image.setAttribute('src', 'https://example.org/?q=secret'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    return {
      made,
      violations: [...new Set(violations)].sort(),
      outline: getComputedStyle(document.body).outlineStyle,
    }
  })
  expect(outcome.made).toEqual({
    evaluated: 'refused',
    fromText: 'refused',
    html: 'refused',
    policy: 'refused',
  })
  expect(outcome.outline).toBe('none')
  expect(outcome.violations).toEqual(
    expect.arrayContaining([
      'frame-src',
      'img-src',
      'require-trusted-types-for',
      'style-src-elem',
      'trusted-types',
    ]),
  )
})

test('nothing is fetched from outside, by no way that a page has', async ({ page }) => {
  const outcomes = await page.evaluate(async () => {
    const failed = (work: Promise<unknown>) =>
      work.then(
        () => false,
        () => true,
      )
    const socket = new Promise((resolve, reject) => {
      try {
        const made = new WebSocket('wss://example.org')
        made.onopen = resolve
        made.onerror = reject
      } catch (error) {
        reject(error instanceof Error ? error : new Error('refused'))
      }
    })
    return {
      https: await failed(fetch('https://example.org/')),
      local: await failed(fetch('http://127.0.0.1:1/')),
      socket: await failed(socket),
      beacon: !navigator.sendBeacon('https://example.org/', 'x') || 'sent into the void',
    }
  })
  expect(outcomes).toMatchObject({ https: true, local: true, socket: true })
})

test('the protocol has the built files and nothing beside them', async ({ page }) => {
  const statuses = await page.evaluate(async () => {
    const status = async (path: string) => (await fetch(new URL(path, location.href))).status
    return {
      page: await status('/'),
      up: await status('/%2e%2e/preload/index.cjs'),
      slash: await status('/..%2fpreload%2findex.cjs'),
      passwd: await status('/etc/passwd'),
    }
  })
  expect(statuses).toEqual({ page: 200, up: 404, slash: 404, passwd: 404 })
})

test('the page goes nowhere and opens nothing', async ({ app, page }) => {
  const before = page.url()
  await page.evaluate(() => {
    window.open('https://example.org/', '_blank')
    const link = document.createElement('a')
    link.href = 'https://example.org/'
    document.body.append(link)
    link.click()
    location.assign('https://example.org/')
  })
  await page.waitForTimeout(300)
  expect(page.url()).toBe(before)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  const chat = chatPage(page)
  await chat.ask('Hello!')
  await chat.finished()
  await expect(chat.lastAnswer).toContainText('Hello to you.')
})

test('a connection between pages (WebRTC) gets out no more than a request', async ({ page }) => {
  const socket = createSocket('udp4')
  let heard = 0
  socket.on('message', () => {
    heard += 1
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const candidates = await page.evaluate(async (urls) => {
    const connection = new RTCPeerConnection({ iceServers: [{ urls }] })
    connection.createDataChannel('x')
    let found = 0
    connection.onicecandidate = ({ candidate }) => {
      if (candidate !== null) found += 1
    }
    await connection.setLocalDescription(await connection.createOffer())
    await new Promise((resolve) => setTimeout(resolve, 1500))
    return found
  }, `stun:127.0.0.1:${socket.address().port}`)
  socket.close()
  expect({ heard, candidates }).toEqual({ heard: 0, candidates: 0 })
})

test('nobody is asked for the camera, the place or notifications: the answer is no', async ({ page }) => {
  const states = await page.evaluate(async () => {
    const of = async (name: string) =>
      (await navigator.permissions.query({ name: name as PermissionName }).catch(() => null))?.state ?? 'none'
    return [await of('geolocation'), await of('camera'), await of('microphone'), await of('notifications')]
  })
  expect(states.every((state) => state === 'denied' || state === 'none')).toBe(true)
})

test('calls that are not in the contract, or not as it says, are refused without a stack', async ({
  page,
}) => {
  const outcomes = await page.evaluate(async () => {
    const { call } = Reflect.get(window, 'pixie') as { call(name: string, params: unknown): Promise<object> }
    return [
      await call('toString', {}),
      await call('app.nothing', {}),
      await call('app.copy', {}),
      await call('app.copy', { text: 'a', more: 1 }),
      await call('app.copy', { text: 'x'.repeat(1_200_000) }),
      await call('app.open-link', { url: 'file:///etc/passwd' }),
    ]
  })
  expect(outcomes.map((outcome) => 'ok' in outcome && outcome.ok)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ])
  expect(JSON.stringify(outcomes)).not.toMatch(/\bat |node:|out\/main/)
})

test('asking and answering asks nothing of anybody outside', async ({ app, page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const chat = chatPage(page)
  await chat.ask('Hello!')
  await chat.finished()
  expect(requested.filter((url) => !url.startsWith(new URL('/', page.url()).href))).toEqual([])
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})
