import type { MemoryLine, memoryCalls } from '../../shared/contract/memory.ts'
import { PixieError } from '../../shared/errors.ts'
import { parseIsoTime } from '../iso-time.ts'
import { excerpt } from '../memory/excerpt.ts'
import { createImportJob } from '../memory/import-job.ts'
import type { MemoryLine as StoredLine } from '../memory/memory-line.ts'
import type { Handlers, Services } from './handlers.ts'

const exportFilter = { name: 'Exports', extensions: ['jsonl', 'json', 'csv', 'mbox', 'txt'] }

export function memoryHandlers({ pixie, desktop, publish }: Services): Handlers<typeof memoryCalls> {
  const { memory, clock } = pixie
  const changed = () => publish('app.changed', { topics: ['memory'] })
  const job = createImportJob({
    memory,
    onState(state, isChanged) {
      publish('memory.import-progress', state)
      if (isChanged) changed()
    },
  })
  pixie.onClose(async () => job.cancel())

  return {
    'memory.count': () => memory.count(),
    'memory.list': ({ before, limit }) => {
      const lines = memory.page({ before, limit: limit + 1 })
      return {
        lines: lines.slice(0, limit).map((line) => toLine(line, [])),
        hasMore: lines.length > limit,
      }
    },
    'memory.search': ({ query, limit }) => {
      const { total, hits } = memory.search(query, { limit })
      return { total, lines: hits.map(({ ranges, ...line }) => toLine(line, ranges)) }
    },
    'memory.add': ({ at, ...line }) => {
      const added = memory.add({ ...line, atMs: at === null ? undefined : timeOrThrow(at, clock.zone) })
      changed()
      return toLine(added, [])
    },
    'memory.import': async () => {
      const file = await desktop.chooseFile({
        title: 'Choose an exported file',
        button: 'Import',
        filters: [exportFilter],
      })
      if (file === null) return false
      job.start(file)
      return true
    },
    'memory.import-state': () => job.state(),
    'memory.cancel-import': () => {
      job.cancel()
      return {}
    },
    'memory.dismiss-import': () => {
      job.dismiss()
      changed()
      return {}
    },
  }
}

function toLine(line: StoredLine, ranges: readonly (readonly [number, number])[]): MemoryLine {
  const { id, kind, who, at } = line
  return { id, kind, who, at, atMs: Date.parse(at), ...excerpt(line.text, ranges) }
}

function timeOrThrow(at: string, zone: string): number {
  const atMs = parseIsoTime(at, zone)
  if (atMs !== null) return atMs
  throw new PixieError('invalid-input', {
    what: 'This is no time',
    value: at,
    hint: 'Write it like 2026-11-30 09:00.',
  })
}
