import { useEffect, useState } from 'react'
import type { Scan } from '../../../shared/contract/files.ts'
import { useApi } from '../../api.ts'

const idle: Scan = { isRunning: false, folder: null, seen: 0, name: '', error: null }

/** How reading the folders goes on. @param known as main last said when it was asked */
export function useScan(known: Scan | undefined): Scan {
  const api = useApi()
  const [told, setTold] = useState<Scan | null>(null)
  useEffect(() => api.on('files.progress', setTold), [api])
  return told ?? known ?? idle
}
