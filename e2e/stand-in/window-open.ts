/**
 * `setWindowOpenHandler`. Chromium itself lets no page open anything here: every page is sandboxed without
 * `allow-popups`. It says what it blocked, and then the app is asked for its opinion.
 */
import type { WebContents } from 'electron'
import type { CdpEvents, Session } from './cdp.ts'
import { fail } from './failure.ts'
import { fromChromium } from './protocol.ts'

export type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0]

/** To be sent with every page. */
export const withoutPopups =
  'sandbox allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-pointer-lock'

export async function watchOpening(page: Session, handler: () => OpenHandler | null): Promise<void> {
  page.listen((method, params: never) => {
    if (method !== 'Log.entryAdded') return
    const { entry }: CdpEvents['Log.entryAdded'] = params
    const url = /^Blocked opening '([^']*)' in a new window/.exec(entry.text)?.[1]
    if (url !== undefined) ask(handler(), fromChromium(url))
  })
  await page.send('Log.enable')
}

function ask(handler: OpenHandler | null, url: string): void {
  const details = {
    url,
    frameName: '',
    features: '',
    disposition: 'foreground-tab' as const,
    referrer: { url: '', policy: 'default' as const },
  }
  const answer = handler?.(details) ?? { action: 'allow' as const }
  if (answer.action !== 'deny') fail('a page may open a window: only denying it is implemented')
}
