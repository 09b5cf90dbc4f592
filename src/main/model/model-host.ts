/** What fetching and keeping models needs from the machine. Tests replace parts of it. */
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Catalog, loadCatalog } from './catalog.ts'

/** How patient a download is. All times in milliseconds. */
export interface Patience {
  /** A connection or a pip that brings nothing for this long counts as broken. */
  readonly stallMs: number
  /** Tries in a row without a single new byte before a source is given up. */
  readonly tries: number
  /** Pause before the second try; doubled for each further one. */
  readonly pauseMs: number
}

export interface ModelHost {
  /** One folder per user, shared by all profiles. */
  readonly folder: string
  readonly catalog: Catalog
  /** Memory that this process may use at most. */
  readonly memoryBytes: number
  /** Bytes free for this user on the disk of an existing folder. */
  freeBytes(folder: string): Promise<number>
  /** For the programs that are started (`PATH`, pip's own settings). */
  readonly env: NodeJS.ProcessEnv
  readonly patience: Patience
}

/** This machine, with parts replaced. Throws what `loadCatalog` throws. */
export function machineHost(overrides: Partial<ModelHost> = {}): ModelHost {
  const env = overrides.env ?? process.env
  return {
    folder: overrides.folder ?? modelFolder(env),
    catalog: overrides.catalog ?? loadCatalog(env),
    memoryBytes: overrides.memoryBytes ?? usableMemory(),
    freeBytes: overrides.freeBytes ?? freeBytes,
    env,
    patience: overrides.patience ?? { stallMs: 30_000, tries: 6, pauseMs: 500 },
  }
}

/** `$PIXIE_MODELS_DIR`, else the place where the platform keeps application data. */
export function modelFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  if (env.PIXIE_MODELS_DIR) return path.resolve(env.PIXIE_MODELS_DIR)
  const home = env.HOME || os.homedir()
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'pixie', 'models')
  // A relative XDG path is to be ignored, says its specification.
  const data = env.XDG_DATA_HOME && path.isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : null
  return path.join(data ?? path.join(home, '.local', 'share'), 'pixie', 'models')
}

/** The machine's memory, or less where a container limits it. */
function usableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem()
}

async function freeBytes(folder: string): Promise<number> {
  const stats = await fs.statfs(folder)
  return stats.bavail * stats.bsize
}
