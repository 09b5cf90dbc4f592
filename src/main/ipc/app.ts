import { totalmem } from 'node:os'
import type { AppInfo, appCalls } from '../../shared/contract/app.ts'
import { isSampleFilled } from '../sample/sample.ts'
import { version } from '../version.ts'
import type { Handlers, Services } from './handlers.ts'

const platforms = ['darwin', 'linux', 'win32'] as const

export function appHandlers({
  pixie,
  desktop,
  onWindowReady,
  onHandedOver,
}: Services): Handlers<typeof appCalls> {
  const { dataDir } = pixie.store
  const isSample = isSampleFilled(dataDir)
  return {
    'app.info': (): AppInfo => ({
      version,
      platform: platforms.find((name) => name === process.platform) ?? 'other',
      here: process.platform === 'darwin' ? 'this Mac' : 'this computer',
      dataDir,
      memoryBytes: totalmem(),
      zone: pixie.clock.zone,
      nowMs: pixie.clock.now(),
      isSample,
    }),
    'app.open-link': ({ url }) => desktop.openLink(url),
    'app.copy': async ({ text }) => {
      await desktop.copy(text)
      return {}
    },
    'app.context-menu': (clicked) => {
      desktop.showContextMenu(clicked)
      return {}
    },
    'app.ready': () => {
      onWindowReady()
      return {}
    },
    'app.handed-over': () => {
      onHandedOver()
      return {}
    },
  }
}
