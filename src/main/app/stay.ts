import type { Event, WebContents } from 'electron'
import type { PageOrigin } from './page-origin.ts'

type Guarded = Pick<WebContents, 'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy' | 'on'>

/**
 * Whatever shows pages stays on Pixie's own: it goes nowhere else, opens no windows, holds no foreign pages and talks to
 * none (WebRTC). Loading the same page again is let through, since that is how it is reloaded.
 */
export function stayOnPage(contents: Guarded, page: PageOrigin): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  const stay = (event: Event & { readonly url: string }) => {
    if (event.url !== page.start) event.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
