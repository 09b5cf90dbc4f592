import { useEffect, useState } from 'react'
import type { Download, ModelStatus } from '../../../shared/contract/models.ts'
import { useApi, useCall } from '../../api.ts'

/** How the model is, with a download that is told as it goes on. */
export function useModelStatus() {
  const api = useApi()
  const status = useCall('models.status', {}, { topics: ['models'] })
  const [latest, setLatest] = useState<Download | null>(null)
  useEffect(() => api.on('models.progress', setLatest), [api])
  return { ...status, data: status.data === undefined ? undefined : withLatest(status.data, latest) }
}

/** What was read last decides in which phase a download is; within it the event knows better. */
function withLatest(status: ModelStatus, latest: Download | null): ModelStatus {
  const { download } = status
  const isSame = download !== null && latest?.model === download.model && latest.phase === download.phase
  return isSame ? { ...status, download: latest } : status
}
