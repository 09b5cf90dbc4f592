import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { PixieError } from '../../shared/errors.ts'

const chunkBytes = 1024 * 1024

/**
 * SHA-256 of a file in lower-case hex, read in pieces.
 * `onBytes` hears how many bytes are done. Throws `stopped` when the signal aborts, `unreadable`.
 */
export async function hashFile(
  file: string,
  options: { signal: AbortSignal; onBytes?: (done: number) => void },
): Promise<string> {
  const hash = createHash('sha256')
  let done = 0
  try {
    const stream = createReadStream(file, { highWaterMark: chunkBytes, signal: options.signal })
    // Without an encoding a stream of a file gives buffers; its type does not say so.
    for await (const bytes of stream as AsyncIterable<Buffer>) {
      hash.update(bytes)
      done += bytes.length
      options.onBytes?.(done)
    }
  } catch (cause) {
    if (options.signal.aborted) throw stoppedError()
    const hint = 'Check that the file is yours to read and that its disk is well.'
    throw new PixieError('unreadable', { what: 'The model file cannot be read', value: file, hint, cause })
  }
  return hash.digest('hex')
}

export function stoppedError(): PixieError {
  return new PixieError('stopped', {
    what: 'Stopped',
    hint: 'What was fetched so far is kept; run it again to go on.',
  })
}
