/** The one Chromium of the app, and the switches it will be started with. */
import type { Cdp } from './cdp.ts'
import { type Chromium, findChromium, startChromium } from './chromium.ts'
import { fail, report } from './failure.ts'

const switches = new Map<string, string>()
let running: Chromium | null = null

/** Switches of the app (`app.commandLine`), until Chromium is started. */
export const chromiumSwitches: ReadonlyMap<string, string> = switches

export function setSwitch(name: string, value: string | null): void {
  if (running !== null) fail('app.commandLine was changed after the app was ready')
  if (value === null) switches.delete(name)
  else switches.set(name, value)
}

/** Starts it with its files in `folder`. */
export async function startBrowser(folder: string): Promise<Chromium> {
  const path = findChromium()
  if (path === null) fail('Chromium is not installed; name it in PIXIE_CHROMIUM')
  running = await startChromium({
    path,
    folder,
    switches: [...switches].map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`)),
    onEnd: (lastWords) => report(`Chromium ended by itself\n${lastWords}`),
  })
  return running
}

export function cdp(): Cdp {
  return (running ?? fail('a window was made before the app was ready')).cdp
}

export async function closeBrowser(): Promise<void> {
  await running?.close()
}
