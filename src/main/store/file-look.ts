/**
 * What a database file says of itself, read as plain bytes: SQLite would make `-wal` and `-shm` files just by
 * looking, and a newer Pixie's file has to stay exactly as it is.
 * Format: https://www.sqlite.org/fileformat2.html, sections 1.3 and 4.
 *
 * Never call this for a file this process has open in SQLite: closing the descriptor would drop SQLite's locks.
 */
import fs from 'node:fs'

/** `absent` also stands for an empty file; `orphan-log` is an absent database with a log that is not empty. */
export type FileLook =
  | { readonly kind: 'absent' }
  | { readonly kind: 'orphan-log' }
  | { readonly kind: 'not-sqlite' }
  | { readonly kind: 'sqlite'; readonly applicationId: number; readonly userVersion: number }

const magic = 'SQLite format 3\0'
const headerBytes = 100
const at = { writeVersion: 18, readVersion: 19, userVersion: 60, applicationId: 68 } as const
/** 1 is a rollback journal, 2 a write-ahead log; SQLite refuses others to read or, worse, only to write. */
const newestFileVersion = 2

export function lookAtFile(file: string): FileLook {
  const header = readStart(file, headerBytes)
  const log = fs.existsSync(`${file}-wal`) ? fs.readFileSync(`${file}-wal`) : Buffer.alloc(0)
  if (header.length === 0) return log.length > 0 ? { kind: 'orphan-log' } : { kind: 'absent' }
  if (!isHeader(header)) return { kind: 'not-sqlite' }
  const inFile = idsOf(header)
  const logged = newestFirstPage(log)
  const inLog = logged ? idsOf(logged) : inFile
  return {
    kind: 'sqlite',
    applicationId: inLog.applicationId,
    userVersion: Math.max(inFile.userVersion, inLog.userVersion),
  }
}

function isHeader(header: Buffer): boolean {
  if (header.length < headerBytes || header.toString('latin1', 0, magic.length) !== magic) return false
  return (
    header.readUInt8(at.writeVersion) <= newestFileVersion &&
    header.readUInt8(at.readVersion) <= newestFileVersion
  )
}

function idsOf(page: Buffer): { applicationId: number; userVersion: number } {
  return { applicationId: page.readInt32BE(at.applicationId), userVersion: page.readInt32BE(at.userVersion) }
}

function readStart(file: string, bytes: number): Buffer {
  if (!fs.existsSync(file)) return Buffer.alloc(0)
  const fd = fs.openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(bytes)
    return buffer.subarray(0, fs.readSync(fd, buffer, 0, bytes, 0))
  } finally {
    fs.closeSync(fd)
  }
}

const logHeaderBytes = 32
const frameHeaderBytes = 24
const logMagicLittle = 0x377f0682
const logMagicBig = 0x377f0683

type Sum = readonly [number, number]

/** The newest committed copy of page 1 in a write-ahead log, or null. Frames count as SQLite counts them: right salt, right checksum, up to the last commit. */
function newestFirstPage(log: Buffer): Buffer | null {
  if (log.length < logHeaderBytes) return null
  const magicNumber = log.readUInt32BE(0)
  if (magicNumber !== logMagicLittle && magicNumber !== logMagicBig) return null
  const isBig = magicNumber === logMagicBig
  const pageBytes = log.readUInt32BE(8)
  if (pageBytes < 512 || pageBytes > 65536) return null
  let sum = addToSum([0, 0], log.subarray(0, 24), isBig)
  if (!isSum(log, 24, sum)) return null
  let pending: Buffer | null = null
  let committed: Buffer | null = null
  for (let from = logHeaderBytes; from + frameHeaderBytes + pageBytes <= log.length; ) {
    const page = log.subarray(from + frameHeaderBytes, from + frameHeaderBytes + pageBytes)
    if (log.compare(log, 16, 24, from + 8, from + 16) !== 0) break
    sum = addToSum(addToSum(sum, log.subarray(from, from + 8), isBig), page, isBig)
    if (!isSum(log, from + 16, sum)) break
    if (log.readUInt32BE(from) === 1) pending = page
    if (log.readUInt32BE(from + 4) !== 0) committed = pending
    from += frameHeaderBytes + pageBytes
  }
  return committed
}

function isSum(log: Buffer, position: number, [a, b]: Sum): boolean {
  return log.readUInt32BE(position) === a && log.readUInt32BE(position + 4) === b
}

function addToSum([first, second]: Sum, bytes: Buffer, isBig: boolean): Sum {
  let a = first
  let b = second
  for (let i = 0; i < bytes.length; i += 8) {
    a = (a + (isBig ? bytes.readUInt32BE(i) : bytes.readUInt32LE(i)) + b) >>> 0
    b = (b + (isBig ? bytes.readUInt32BE(i + 4) : bytes.readUInt32LE(i + 4)) + a) >>> 0
  }
  return [a, b]
}
