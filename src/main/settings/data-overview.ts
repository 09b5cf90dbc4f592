import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { DataOverview } from '../../shared/contract/settings.ts'
import { placeOf } from '../files/place.ts'
import { listBackups } from '../store/backup-copy.ts'
import type { Store } from '../store/database.ts'
import { parseRow } from '../store/rows.ts'
import { tracesKept } from '../trace/traces.ts'

const count = z.int().min(0)
const Counts = z.object({
  conversations: count,
  messages: count,
  notes: count,
  memories: count,
  skills: count,
  traces: count,
  folders: count,
  calendars: count,
})

/** What a profile holds and how much room it takes. Reads sizes only, no content. */
export function dataOverview({ dataDir, pixie }: Pick<Store, 'dataDir' | 'pixie'>): DataOverview {
  const counts = pixie
    .prepare(
      `SELECT
         (SELECT count(*) FROM conversations WHERE deleted_at_ms IS NULL) AS conversations,
         (SELECT count(*) FROM messages WHERE conversation_id IN
           (SELECT id FROM conversations WHERE deleted_at_ms IS NULL)) AS messages,
         (SELECT count(*) FROM notebook_lines) AS notes,
         (SELECT count(*) FROM memory_lines) AS memories,
         (SELECT count(*) FROM skills) AS skills,
         (SELECT count(*) FROM traces) AS traces,
         (SELECT count(*) FROM grants WHERE kind = 'folder') AS folders,
         (SELECT count(*) FROM calendar_sources) AS calendars`,
    )
    .get()
  return {
    ...parseRow('counts', Counts, counts),
    place: placeOf(path.join(dataDir, 'pixie.db')),
    sizeBytes: sizeOf(dataDir),
    rebuildableBytes: sizeOf(path.join(dataDir, 'warm')) + indexBytes(dataDir),
    backups: listBackups(dataDir)
      .map((file) => ({ file, stat: fs.statSync(file) }))
      .sort((a, b) => b.stat.mtimeMs - a.stat.mtimeMs)
      .map(({ file, stat }) => ({
        name: path.basename(file),
        madeAtMs: Math.round(stat.mtimeMs),
        sizeBytes: stat.size,
      })),
    tracesKept,
  }
}

function indexBytes(dataDir: string): number {
  return ['', '-wal'].map((end) => sizeOf(path.join(dataDir, `index.db${end}`))).reduce((a, b) => a + b, 0)
}

/** Of a file, or of all files below a folder; links count as nothing, and so does what went away meanwhile. */
function sizeOf(file: string): number {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined || stat.isSymbolicLink()) return 0
  if (!stat.isDirectory()) return stat.size
  return fs.readdirSync(file).reduce((sum, name) => sum + sizeOf(path.join(file, name)), 0)
}
