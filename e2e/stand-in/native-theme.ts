import type { NativeTheme } from 'electron'
import type { Session } from './cdp.ts'
import { LoudEmitter } from './loud-emitter.ts'
import type { Surface } from './surface.ts'

type Source = NativeTheme['themeSource']

/** What the system wants here. */
const systemIsDark = process.env.PIXIE_STAND_IN_DARK === '1'

class StandInNativeTheme extends LoudEmitter implements Surface<NativeTheme> {
  readonly shouldUseHighContrastColors = false
  readonly shouldUseInvertedColorScheme = false
  readonly inForcedColorsMode = false
  readonly prefersReducedTransparency = false
  private source: Source = 'system'

  constructor() {
    super('nativeTheme', ['updated'])
  }

  get themeSource(): Source {
    return this.source
  }

  set themeSource(source: Source) {
    if (source === this.source) return
    this.source = source
    this.emit('updated')
  }

  get shouldUseDarkColors(): boolean {
    return this.source === 'system' ? systemIsDark : this.source === 'dark'
  }
}

export const nativeTheme = new StandInNativeTheme()

export async function emulateTheme(page: Session): Promise<void> {
  const value = nativeTheme.shouldUseDarkColors ? 'dark' : 'light'
  await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
}
