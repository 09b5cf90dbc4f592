import { describe, expect, it } from 'vitest'
import { builtPage, isLocalRequest, isOurPage, pageOrigin } from '../app/page-origin.ts'
import { isTrustedSender, type Sender, type SenderFrame } from './sender.ts'

const ours = 'app://pixie/'

/** A call as it comes from the window, with one thing about it changed. */
function trusted(change: {
  url?: string
  parent?: unknown
  isOtherFrame?: boolean
  isOtherWindow?: boolean
  isFrameGone?: boolean
  isDestroyed?: boolean
}): boolean {
  const frame: SenderFrame = { url: change.url ?? ours, parent: change.parent ?? null }
  const sender: Sender = {
    mainFrame: change.isOtherFrame ? { url: ours, parent: null } : frame,
    isDestroyed: () => change.isDestroyed ?? false,
  }
  const window = change.isOtherWindow ? {} : sender
  return isTrustedSender(
    { sender, senderFrame: change.isFrameGone ? null : frame },
    { isOurPage: (url) => isOurPage(url, builtPage), isOurWindow: (asking) => asking === window },
  )
}

describe('a call', () => {
  it('is taken from the main frame of the window while it shows a page of ours', () => {
    expect(trusted({})).toBe(true)
    expect(trusted({ url: 'app://pixie/index.html#here' })).toBe(true)
  })

  it('is refused from a frame inside the page', () => {
    expect(trusted({ isOtherFrame: true })).toBe(false)
    expect(trusted({ parent: {} })).toBe(false)
  })

  it('is refused from a window that is not the app’s, or that is gone', () => {
    expect(trusted({ isOtherWindow: true })).toBe(false)
    expect(trusted({ isDestroyed: true })).toBe(false)
  })

  it('is refused from a frame that has gone elsewhere', () => {
    expect(trusted({ isFrameGone: true })).toBe(false)
  })

  it.each([
    'https://pixie/',
    'app://pixie.example/',
    'app://other/',
    'app://pixie:99/',
    'app://pixie@evil/',
    'file:///app/index.html',
    'about:blank',
    'data:text/html,hello',
    'blob:app://pixie/1',
    '',
    'app:',
  ])('is refused from a page at %s', (url) => {
    expect(trusted({ url })).toBe(false)
  })
})

describe('the page', () => {
  it('comes from the built files, and from a development server only while unpackaged', () => {
    expect(pageOrigin(false, undefined)).toBe(builtPage)
    expect(pageOrigin(true, 'http://localhost:5173')).toBe(builtPage)
    expect(pageOrigin(false, 'nonsense')).toBe(builtPage)
    expect(pageOrigin(false, 'http://localhost:5173')).toMatchObject({
      origin: 'http://localhost:5173',
      isServed: true,
    })
  })

  it.each([
    ['app://pixie/assets/a.js', true],
    ['data:image/png;base64,AA==', true],
    ['blob:app://pixie/8b1d', true],
    ['blob:https://example.org/8b1d', false],
    ['https://example.org/?q=secret', false],
    ['http://127.0.0.1:8080/', false],
    ['ws://localhost:5173/', false],
    ['app://elsewhere/a.js', false],
    ['file:///etc/passwd', false],
    ['devtools://devtools/bundled/x.js', false],
    ['chrome-extension://a/b', false],
    ['ftp://example.org', false],
    ['not an address', false],
  ])('may ask for %s: %s', (url, isLet) => {
    expect(isLocalRequest(url, builtPage)).toBe(isLet)
  })

  it('that is served may talk to its server and the tools of developers, and to nobody else', () => {
    const served = pageOrigin(false, 'http://localhost:5173')
    expect(isLocalRequest('http://localhost:5173/@vite/client', served)).toBe(true)
    expect(isLocalRequest('ws://localhost:5173/', served)).toBe(true)
    expect(isLocalRequest('devtools://devtools/bundled/x.js', served)).toBe(true)
    expect(isLocalRequest('https://example.org/', served)).toBe(false)
    expect(isLocalRequest('http://localhost:5174/', served)).toBe(false)
  })
})
