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
const at = { writeVersion: 18, readVersion: 19, encoding: 56, userVersion: 60, applicationId: 68 } as const
/** 1 is a rollback journal, 2 a write-ahead log; SQLite refuses others to read or, worse, only to write. */
const newestFileVersion = 2
/** UTF-8; 0 until the first table is made. SQLite opens a file with another number and fails later. */
const utf8 = 1

export function lookAtFile(file: string): FileLook {
  const header = readStart(file, headerBytes)
  const log = fs.existsSync(`${file}-wal`) ? fs.readFileSync(`${file}-wal`) : Buffer.alloc(0)
  if (header.length === 0) return log.length > 0 ? { kind: 'orphan-log' } : { kind: 'absent' }
  if (!isHeader(header)) return { kind: 'not-sqlite' }
  const inFile = idsOf(header)
  const inLog = newestIdsIn(log, inFile)
  return { kind: 'sqlite', ...inLog, userVersion: Math.max(inFile.userVersion, inLog.userVersion) }
}

function isHeader(header: Buffer): boolean {
  if (header.length < headerBytes || header.toString('latin1', 0, magic.length) !== magic) return false
  const fileVersion = Math.max(header.readUInt8(at.writeVersion), header.readUInt8(at.readVersion))
  return fileVersion <= newestFileVersion && header.readUInt32BE(at.encoding) <= utf8
}

interface Ids {
  readonly applicationId: number
  readonly userVersion: number
}

function idsOf(page: Buffer): Ids {
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

interface Frame {
  readonly from: number
  readonly page: Buffer
  readonly isFirstPage: boolean
  readonly isCommit: boolean
}

/** What the log makes of a database's ids. Frames count as they do for SQLite: right salt, right checksum, up to the last commit. */
function newestIdsIn(log: Buffer, inFile: Ids): Ids {
  const frames = framesOf(log)
  const isDifferent = ({ isFirstPage, page }: Frame) =>
    isFirstPage && JSON.stringify(idsOf(page)) !== JSON.stringify(inFile)
  // Nearly always the log has no other ids, and its checksums, which take long, need not be computed.
  if (!frames.some(isDifferent)) return inFile
  const isBig = log.readUInt32BE(0) === logMagicBig
  let sum = addToSum([0, 0], log.subarray(0, 24), isBig)
  if (!isSum(log, 24, sum)) return inFile
  let pending = inFile
  let committed = inFile
  for (const { from, page, isFirstPage, isCommit } of frames) {
    sum = addToSum(addToSum(sum, log.subarray(from, from + 8), isBig), page, isBig)
    if (!isSum(log, from + 16, sum)) break
    if (isFirstPage) pending = idsOf(page)
    if (isCommit) committed = pending
  }
  return committed
}

/** The frames with the log's own salt; the first with another is left over from before. */
function framesOf(log: Buffer): Frame[] {
  const frames: Frame[] = []
  const magicNumber = log.length < logHeaderBytes ? 0 : log.readUInt32BE(0)
  if (magicNumber !== logMagicLittle && magicNumber !== logMagicBig) return frames
  const pageBytes = log.readUInt32BE(8)
  if (pageBytes < 512 || pageBytes > 65536) return frames
  const frameBytes = frameHeaderBytes + pageBytes
  for (let from = logHeaderBytes; from + frameBytes <= log.length; from += frameBytes) {
    if (log.compare(log, 16, 24, from + 8, from + 16) !== 0) break
    frames.push({
      from,
      page: log.subarray(from + frameHeaderBytes, from + frameBytes),
      isFirstPage: log.readUInt32BE(from) === 1,
      isCommit: log.readUInt32BE(from + 4) !== 0,
    })
  }
  return frames
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
