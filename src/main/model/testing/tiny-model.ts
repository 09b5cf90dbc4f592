/** A file that passes for a model as long as nobody loads it, and hosts and catalogues around it. */
import { createHash, randomBytes } from 'node:crypto'
import type { Catalog, ModelEntry } from '../catalog.ts'
import { type ModelHost, machineHost } from '../model-host.ts'
import { defaultProfile } from '../profile.ts'

/** A valid GGUF header followed by random bytes. */
export function tinyGguf(bytes: number): Buffer {
  const header = Buffer.alloc(24)
  header.write('GGUF')
  header.writeUInt32LE(3, 4)
  header.writeBigUInt64LE(2n, 8)
  header.writeBigUInt64LE(5n, 16)
  return Buffer.concat([header, randomBytes(bytes - header.length)])
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function tinyEntry(model: Buffer, over: Partial<ModelEntry> = {}): ModelEntry {
  return {
    id: 'tiny',
    name: 'Tiny',
    family: 'chatml',
    quantization: 'F32',
    license: 'MIT',
    licenseNote: null,
    sizeBytes: model.length,
    sha256: sha256(model),
    memoryBytes: 1_000_000,
    proven: true,
    note: 'For tests.',
    sources: [{ type: 'https', url: 'http://127.0.0.1/tiny.gguf' }],
    profile: defaultProfile,
    ...over,
  }
}

export function catalogOf(...models: ModelEntry[]): Catalog {
  return { default: models[0]?.id ?? '', models }
}

/** Impatient, with room on the disk and no programs to start. */
export function tinyHost(folder: string, entry: ModelEntry, over: Partial<ModelHost> = {}): ModelHost {
  return machineHost({
    folder,
    catalog: catalogOf(entry),
    memoryBytes: 16e9,
    freeBytes: async () => 1e12,
    env: { PATH: '' },
    patience: { stallMs: 5000, tries: 4, pauseMs: 1 },
    ...over,
  })
}

/** Resolves with what a promise was rejected with; fails when it was not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('expected a rejection')
}
