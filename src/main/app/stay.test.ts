import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { builtPage } from './page-origin.ts'
import { stayOnPage } from './stay.ts'

/** A page that is watched, and whether it may still do what it wants. */
function watched() {
  let onOpen: () => unknown = () => ({ action: 'allow' })
  const policies: string[] = []
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (handler: () => unknown) => {
      onOpen = handler
    },
    setWebRTCIPHandlingPolicy: (policy: string) => void policies.push(policy),
  })
  stayOnPage(contents as unknown as Parameters<typeof stayOnPage>[0], builtPage) // only what is used of it
  const may = (name: string, url: string) => {
    let isPrevented = false
    contents.emit(name, { url, preventDefault: () => (isPrevented = true) })
    return !isPrevented
  }
  return { may, open: () => onOpen(), policies }
}

test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
  '%s is stopped everywhere but to the page itself',
  (name) => {
    const { may } = watched()
    expect(may(name, 'app://pixie/')).toBe(true)
    for (const url of [
      'https://example.org/',
      'app://pixie/assets/a.js',
      'app://pixie/?x',
      'app://other/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
    ])
      expect([url, may(name, url)]).toEqual([url, false])
  },
)

test('no other window opens, and no foreign page is put inside', () => {
  const { may, open } = watched()
  expect(open()).toEqual({ action: 'deny' })
  expect(may('will-attach-webview', '')).toBe(false)
})

test('it sends nothing past the proxy, which leads nowhere', () => {
  expect(watched().policies).toEqual(['disable_non_proxied_udp'])
})
