import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ImportState } from '../../../shared/contract/memory.ts'
import { CallError, useApi, useCall } from '../../api.ts'
import { countText } from '../../formats.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Meter } from '../../ui/meter.tsx'
import { showToast } from '../../ui/toast.ts'
import styles from './memory-screen.module.css'

export interface Importing {
  readonly state: ImportState | null
  readonly isRunning: boolean
  start(): Promise<void>
  stop(): Promise<void>
  dismiss(): Promise<void>
}

/** The import of this session, followed while it runs, also after coming back to the screen. */
export function useImport(): Importing {
  const api = useApi()
  const kept = useCall('memory.import-state', {}, { topics: ['memory'] })
  const [told, setTold] = useState<ImportState | null>(null)
  useEffect(() => api.on('memory.import-progress', setTold), [api])
  const state = told ?? kept.data ?? null
  const ask = async (name: 'memory.import' | 'memory.cancel-import' | 'memory.dismiss-import') => {
    try {
      await api.call(name, {})
    } catch (error) {
      showToast({ text: error instanceof CallError ? error.message : 'That did not work.', isBad: true })
    }
  }
  return {
    state,
    isRunning: state?.state === 'running',
    start: () => ask('memory.import'),
    stop: () => ask('memory.cancel-import'),
    async dismiss() {
      await ask('memory.dismiss-import')
      setTold(null)
      await kept.refetch()
    },
  }
}

/** How the import goes, and what came of it. Nothing when there is none. */
export function ImportReport({ importing }: { readonly importing: Importing }) {
  const { state } = importing
  if (state === null) return null
  if (state.state === 'failed' && state.error !== null)
    return (
      <Failure
        what={`${state.file} could not be imported`}
        error={state.error}
        actions={<Button onPress={() => void importing.dismiss()}>Close</Button>}
      />
    )
  return (
    <Card label="Import" className={styles.import}>
      <div className={styles.importHead}>
        <span className={styles.importName}>{headOf(state)}</span>
        {state.state === 'running' ? (
          <Button onPress={() => void importing.stop()}>Stop</Button>
        ) : (
          <IconButton icon={X} aria-label="Close the report" onPress={() => void importing.dismiss()} />
        )}
      </div>
      {state.state === 'running' && (
        <Meter
          label="Import"
          whole={state.sizeBytes}
          parts={[{ label: 'read', value: state.readBytes, part: 3 }]}
          text={`${percent(state)} read`}
        />
      )}
      {state.report !== null && state.report.errors.length > 0 && (
        <ul aria-label="What could not be read" className={styles.faults}>
          {state.report.errors.map(({ line, reason }) => (
            <li key={`${line} ${reason}`}>
              Line {line}: {reason}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function headOf(state: ImportState): string {
  if (state.state === 'running') return `Importing ${state.file} · ${percent(state)}`
  if (state.report === null) return `The import of ${state.file} was stopped. What was read stays.`
  const { added, duplicates, failed } = state.report
  const parts = [`${count(added)} added`]
  if (duplicates > 0) parts.push(`${count(duplicates)} were there already`)
  if (failed > 0) parts.push(`${count(failed)} could not be read`)
  return `${state.file}: ${parts.join(', ')}`
}

function percent({ readBytes, sizeBytes }: ImportState): string {
  return `${sizeBytes === 0 ? 0 : Math.floor((100 * readBytes) / sizeBytes)} %`
}

const count = (lines: number) => countText(lines, 'line')
