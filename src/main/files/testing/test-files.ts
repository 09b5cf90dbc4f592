import { createGrants } from '../../settings/grants.ts'
import { createSettings } from '../../settings/settings.ts'
import { openMemoryStore, type Store } from '../../store/database.ts'
import { indexMigrations, pixieMigrations } from '../../store/migrations.ts'
import type { Extractor } from '../extract/extractor.ts'
import type { ExtractJob } from '../extract/protocol.ts'
import { readFile } from '../extract/read-file.ts'
import { createFiles, type Files, type FilesParts } from '../files.ts'

export interface TestFiles extends Disposable {
  readonly files: Files
  readonly store: Store
  /** Names of the files that were opened, in order. */
  readonly opened: string[]
}

const now = Date.parse('2026-11-30T12:00:00Z')
export const signal = new AbortController().signal

/** Files over an empty profile in memory, their readers in this process, for speed. */
export function testFiles(parts: Partial<FilesParts> = {}): TestFiles {
  const store = parts.store ?? openMemoryStore(pixieMigrations, indexMigrations)
  const opened: string[] = []
  const extract: Extractor = {
    extract: (job: ExtractJob) => {
      opened.push(Buffer.from(job.path).toString().split('/').at(-1) ?? '')
      return readFile(job)
    },
    close: () => undefined,
  }
  const files = createFiles({
    store,
    grants: createGrants(store.pixie, { now: () => now }),
    settings: createSettings(store.pixie),
    clock: { now: () => now, zone: 'Europe/Berlin' },
    extract,
    deviceName: 'testhost',
    ...parts,
  })
  const dispose = () => {
    void files.close()
    store.close()
  }
  return { files, store, opened, [Symbol.dispose]: dispose }
}
