/** What the app's permission check says is what Chromium is told, permission by permission. */
import type { Session } from 'electron'
import { cdp } from './browser.ts'
import { report } from './failure.ts'
import { fromChromium } from './protocol.ts'
import { asElectron } from './surface.ts'

type Check = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>

/** Chromium's name and Electron's. */
const names = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['camera', 'media'],
  ['microphone', 'media'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-write', 'clipboard-sanitized-write'],
  ['idle-detection', 'idle-detection'],
  ['storage-access', 'storage-access'],
] as const

let check: Check | null = null

export function applyPermissions(handler: Parameters<Session['setPermissionCheckHandler']>[0]): void {
  check = handler
}

/** Asks the app for a page that is about to be shown, and tells Chromium. */
export async function tellPermissions(url: string, page: Electron.WebContents): Promise<void> {
  const handler = check
  if (handler === null || !URL.canParse(url) || !url.startsWith('https:')) return
  const { origin } = new URL(url)
  await Promise.all(
    names.map(([name, electronName]) => {
      const details = asElectron<Parameters<Check>[3]>({
        isMainFrame: true,
        requestingUrl: fromChromium(url),
      })
      const isAllowed = handler(page, electronName, fromChromium(origin), details)
      return cdp()
        .send('Browser.setPermission', {
          permission: { name },
          setting: isAllowed ? 'granted' : 'denied',
          origin,
        })
        .catch((error: unknown) => report(`the permission ${name}: ${String(error)}`))
    }),
  )
}
