import type { sourcesCalls } from '../../shared/contract/sources.ts'
import { assertIsDocument, grantedFile } from '../sources/real-file.ts'
import { viewSource } from '../sources/view.ts'
import type { Handlers, Services } from './handlers.ts'

export function sourcesHandlers({ pixie, desktop }: Services): Handlers<typeof sourcesCalls> {
  const closed = new AbortController()
  pixie.onClose(async () => closed.abort())
  return {
    'sources.view': ({ source }) => viewSource(source, pixie, closed.signal),
    async 'sources.open'({ path }) {
      const file = grantedFile(path, pixie.files.folders())
      assertIsDocument(file)
      await desktop.openPath(file)
      return {}
    },
    'sources.reveal'({ path }) {
      desktop.revealPath(grantedFile(path, pixie.files.folders()))
      return {}
    },
  }
}
