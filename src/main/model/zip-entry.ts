/** One entry out of a zip file on disk, in pieces, however big (64-bit sizes included). */
import fs, { type FileHandle } from 'node:fs/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { PixieError } from '../../shared/errors.ts'

const endSignature = 0x06054b50
const end64LocatorSignature = 0x07064b50
const end64Signature = 0x06064b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const longestComment = 0xffff
/** A wheel lists a handful of files; more than this is not one. */
const mostDirectoryBytes = 16 * 1024 * 1024
const chunkBytes = 256 * 1024
const use64 = 0xffffffff

interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/**
 * Gives `write` the unpacked bytes of the entry called `name`, and checks their length and checksum at the end.
 * Refuses more than `mostBytes`. Throws `download-failed` for a damaged zip, a missing entry, a wrong checksum.
 */
export async function unzipEntry(
  file: string,
  name: string,
  mostBytes: number,
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<void> {
  const handle = await fs.open(file, 'r')
  try {
    const entry = await findEntry(handle, file, name)
    if (entry.size > mostBytes)
      throw damagedZip(file, `${name} has ${entry.size} bytes, ${mostBytes} are left to fetch`)
    let written = 0
    let sum = 0
    for await (const chunk of unpacked(handle, file, entry)) {
      written += chunk.length
      if (written > entry.size) throw damagedZip(file, `${name} is longer than it says`)
      sum = crc32(chunk, sum)
      await write(chunk)
    }
    if (written !== entry.size || sum !== entry.crc)
      throw damagedZip(file, `the checksum of ${name} is wrong`)
  } finally {
    await handle.close()
  }
}

async function* unpacked(handle: FileHandle, file: string, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const local = await readAt(handle, file, entry.offset, 30)
  if (local.readUInt32LE(0) !== localSignature) throw damagedZip(file, 'an entry is not where the list says')
  const start = entry.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
  const packed = pieces(handle, file, start, entry.packed)
  if (entry.method === 0) yield* packed
  else if (entry.method === 8) yield* inflated(packed, file)
  else throw damagedZip(file, `it is packed by an unknown method (${entry.method})`)
}

async function* inflated(packed: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: chunkBytes })
  const feed = async () => {
    try {
      for await (const piece of packed) {
        if (inflate.destroyed) return
        if (!inflate.write(piece)) await new Promise<void>((resolve) => drained(inflate, resolve))
      }
      inflate.end()
    } catch (error) {
      inflate.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }
  const feeding = feed()
  try {
    for await (const chunk of inflate) yield chunk
  } catch (cause) {
    throw cause instanceof PixieError ? cause : damagedZip(file, 'its packed bytes are broken', cause)
  } finally {
    inflate.destroy()
    await feeding
  }
}

/** Room for more, or no more use for it. */
function drained(stream: NodeJS.EventEmitter, done: () => void): void {
  const settle = () => {
    stream.off('drain', settle)
    stream.off('close', settle)
    done()
  }
  stream.on('drain', settle)
  stream.on('close', settle)
}

async function* pieces(
  handle: FileHandle,
  file: string,
  start: number,
  length: number,
): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < length; done += chunkBytes) {
    yield await readAt(handle, file, start + done, Math.min(chunkBytes, length - done))
  }
}

async function findEntry(handle: FileHandle, file: string, name: string): Promise<ZipEntry> {
  const { offset, length } = await findDirectory(handle, file)
  if (length > mostDirectoryBytes) throw damagedZip(file, 'its list of files is implausibly long')
  const directory = await readAt(handle, file, offset, length)
  for (let at = 0; at + 46 <= directory.length; ) {
    if (directory.readUInt32LE(at) !== entrySignature) break
    const nameLength = directory.readUInt16LE(at + 28)
    const extraLength = directory.readUInt16LE(at + 30)
    const nameEnd = at + 46 + nameLength
    if (directory.toString('utf8', at + 46, nameEnd) === name) {
      return parseEntry(directory, at, name, directory.subarray(nameEnd, nameEnd + extraLength), file)
    }
    at = nameEnd + extraLength + directory.readUInt16LE(at + 32)
  }
  throw damagedZip(file, `there is no ${name} in it`)
}

function parseEntry(directory: Buffer, at: number, name: string, extra: Buffer, file: string): ZipEntry {
  let size = directory.readUInt32LE(at + 24)
  let packed = directory.readUInt32LE(at + 20)
  let offset = directory.readUInt32LE(at + 42)
  if (size === use64 || packed === use64 || offset === use64) {
    // The 64-bit field holds only those values that did not fit, in this order.
    const wide = wideValues(extra, file)
    if (size === use64) size = wide()
    if (packed === use64) packed = wide()
    if (offset === use64) offset = wide()
  }
  const flags = directory.readUInt16LE(at + 8)
  if ((flags & 1) !== 0) throw damagedZip(file, `${name} is encrypted`)
  return {
    name,
    method: directory.readUInt16LE(at + 10),
    crc: directory.readUInt32LE(at + 16),
    packed,
    size,
    offset,
  }
}

function wideValues(extra: Buffer, file: string): () => number {
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === 1) {
      const field = extra.subarray(at + 4, at + 4 + length)
      let next = 0
      return () => {
        next += 8
        if (next > field.length) throw damagedZip(file, 'a 64-bit size is missing')
        return Number(field.readBigUInt64LE(next - 8))
      }
    }
    at += 4 + length
  }
  throw damagedZip(file, 'a 64-bit size is missing')
}

async function findDirectory(handle: FileHandle, file: string): Promise<{ offset: number; length: number }> {
  const { size } = await handle.stat()
  const tailLength = Math.min(size, endBytes + longestComment)
  const tail = await readAt(handle, file, size - tailLength, tailLength)
  let at = tail.length - endBytes
  while (at >= 0 && tail.readUInt32LE(at) !== endSignature) at -= 1
  if (at < 0) throw damagedZip(file, 'it is no zip file, or its end is missing')
  const length = tail.readUInt32LE(at + 12)
  const offset = tail.readUInt32LE(at + 16)
  const locator = size - tailLength + at - 20
  if ((length !== use64 && offset !== use64) || locator < 0) return { offset, length }
  const pointer = await readAt(handle, file, locator, 20)
  if (pointer.readUInt32LE(0) !== end64LocatorSignature) return { offset, length }
  const end64 = await readAt(handle, file, Number(pointer.readBigUInt64LE(8)), 56)
  if (end64.readUInt32LE(0) !== end64Signature) throw damagedZip(file, 'its 64-bit end is missing')
  return { length: Number(end64.readBigUInt64LE(40)), offset: Number(end64.readBigUInt64LE(48)) }
}

async function readAt(handle: FileHandle, file: string, position: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(position) || position < 0) throw damagedZip(file, 'it points outside of itself')
  const buffer = Buffer.alloc(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(buffer, done, length - done, position + done)
    if (bytesRead === 0) throw damagedZip(file, 'it ends too early')
    done += bytesRead
  }
  return buffer
}

function damagedZip(file: string, reason: string, cause?: unknown): PixieError {
  return new PixieError('download-failed', {
    what: `The package cannot be unpacked: ${reason}`,
    value: file,
    hint: 'Run it again; if it stays so, the package is damaged at its source.',
    cause,
  })
}
