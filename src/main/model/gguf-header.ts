import fs from 'node:fs/promises'
import { PixieError } from '../../shared/errors.ts'

const headerBytes = 24
const magic = Buffer.from('GGUF')
/** Far above any real model, far below what random bytes read as. */
const mostTensors = 1_000_000n
const mostKeys = 1_000_000n

/**
 * Reads the first 24 bytes of a file and checks that they begin a GGUF model: magic, version 2 or 3
 * (little-endian), plausible counts of tensors and keys.
 * Throws `not-a-model` saying what it is instead, `not-found`, `unreadable`.
 */
export async function assertGguf(file: string): Promise<void> {
  const header = await readStart(file)
  const fault = headerFault(header)
  if (fault === null) return
  throw new PixieError('not-a-model', {
    what: `The file is not a usable GGUF model: ${fault}`,
    value: file,
    hint: 'Use a .gguf file that was downloaded completely.',
  })
}

/** What is wrong with a file that starts with these bytes, or null. */
function headerFault(header: Buffer): string | null {
  const start = describeStart(header)
  if (start !== null) return start
  if (header.length < headerBytes) return 'it ends inside its header'
  const version = header.readUInt32LE(4)
  if (version !== 2 && version !== 3) return `its version reads ${version}, known are 2 and 3`
  const tensors = header.readBigUInt64LE(8)
  const keys = header.readBigUInt64LE(16)
  if (tensors === 0n || tensors > mostTensors) return `it claims ${tensors} tensors`
  if (keys === 0n || keys > mostKeys) return `it claims ${keys} keys`
  return null
}

/** What a file is that does not begin with GGUF's magic; null when it does. Needs four bytes or more to say yes. */
export function describeStart(start: Buffer): string | null {
  if (start.length === 0) return 'it is empty'
  if (start.subarray(0, 4).equals(magic)) return null
  const text = start.toString('latin1').trimStart().toLowerCase()
  if (text.startsWith('<')) return 'it is a web page'
  if (text.startsWith('version https://git-lfs')) return 'it is a pointer to a file stored elsewhere'
  if (start.subarray(0, 2).toString('latin1') === 'PK') return 'it is a zip file'
  return 'it does not begin with GGUF'
}

async function readStart(file: string): Promise<Buffer> {
  try {
    const handle = await fs.open(file, 'r')
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(headerBytes), 0, headerBytes, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    throw new PixieError(missing ? 'not-found' : 'unreadable', {
      what: missing ? 'There is no such file' : 'The model file cannot be read',
      value: file,
      hint: missing ? 'Check the path.' : 'Make it a file that you may read.',
      cause,
    })
  }
}
