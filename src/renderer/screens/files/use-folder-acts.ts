import { useState } from 'react'
import type { Folder } from '../../../shared/contract/files.ts'
import { CallError, useApi } from '../../api.ts'
import { showToast } from '../../ui/toast.ts'

export interface FolderActs {
  /** Why the last folder could not be granted; null once another try began. */
  readonly error: CallError | null
  grant(): Promise<void>
  revoke(folder: Folder): Promise<void>
  scan(): Promise<void>
  cancel(): Promise<void>
}

/** What the owner does with folders, with its notes and ways back. */
export function useFolderActs(): FolderActs {
  const api = useApi()
  const [error, setError] = useState<CallError | null>(null)

  async function tried(act: () => Promise<unknown>): Promise<void> {
    try {
      await act()
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
      showToast({ text: `${thrown.message}. ${thrown.hint}`, isBad: true })
    }
  }

  return {
    error,
    async grant() {
      setError(null)
      try {
        const granted = await api.call('files.grant', {})
        if (granted !== null && granted.coveredBy !== null)
          showToast({ text: `${granted.name} is part of ${granted.coveredBy}, which Pixie reads already.` })
      } catch (thrown) {
        if (!(thrown instanceof CallError)) throw thrown
        setError(thrown)
      }
    },
    revoke: (folder) =>
      tried(async () => {
        await api.call('files.revoke', { path: folder.path })
        showToast({
          text: `Pixie no longer reads ${folder.name} and forgot what it read there.`,
          undo: async () => void (await api.call('files.undo-revoke', { path: folder.path })),
        })
      }),
    scan: () => tried(() => api.call('files.scan', {})),
    cancel: () => tried(() => api.call('files.cancel', {})),
  }
}
