import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { decodeText } from './decode-text.ts'
import { readDocx } from './docx.ts'
import { readHtml } from './html.ts'
import { readMail } from './mail.ts'
import { readPdf } from './pdf.ts'
import {
  type Extraction,
  type ExtractJob,
  maximumFileBytes,
  maximumTextLength,
  ReadFault,
  type ReadText,
} from './protocol.ts'

/** Reads one file. Never rejects: whatever is wrong with it becomes a state and a reason. */
export async function readFile(job: ExtractJob): Promise<Extraction> {
  try {
    return capped(await readAs(job, await bytesOf(job)))
  } catch (error) {
    if (error instanceof ReadFault) return { state: error.state, reason: error.message }
    return { state: 'failed', reason: 'damaged: the reader gave up on it' }
  }
}

/** The bytes of the very file that was walked: no link, no other file put in its place since. */
async function bytesOf(job: ExtractJob): Promise<Uint8Array> {
  let handle: FileHandle
  try {
    handle = await open(
      Buffer.from(job.path),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
  } catch (error) {
    throw new ReadFault('failed', unreadable(error))
  }
  try {
    const stat = await handle.stat({ bigint: true })
    if (!stat.isFile() || stat.dev !== job.dev || stat.ino !== job.ino)
      throw new ReadFault('failed', 'unreadable: it was replaced while it was being read')
    if (stat.size > maximumFileBytes) throw new ReadFault('skipped', tooLarge(Number(stat.size)))
    const bytes = await handle.readFile()
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } catch (error) {
    throw error instanceof ReadFault ? error : new ReadFault('failed', unreadable(error))
  } finally {
    await handle.close()
  }
}

async function readAs(job: ExtractJob, bytes: Uint8Array): Promise<ReadText> {
  switch (job.kind) {
    case 'text': {
      const text = decodeText(bytes)
      return { text, title: /^# +(.{1,200})$/m.exec(text.slice(0, 4000))?.[1]?.trim() ?? null }
    }
    case 'html':
      return readHtml(bytes)
    case 'mail':
      return readMail(bytes)
    case 'pdf':
      return readPdf(bytes)
    case 'docx':
      return readDocx(bytes)
  }
}

function capped(read: ReadText): Extraction {
  if (read.text.trim() === '') return { state: 'skipped', reason: 'no text' }
  const remarks = read.remark === undefined ? [] : [read.remark]
  let text = read.text
  if (text.length > maximumTextLength) {
    // Never half a character: a high surrogate at the cut goes too.
    text = text.slice(0, maximumTextLength).replace(/[\ud800-\udbff]$/, '')
    remarks.push('only the first 200,000 characters are searched')
  }
  return {
    state: 'indexed',
    text,
    title: read.title?.slice(0, 500) ?? null,
    reason: remarks.join('; ') || null,
  }
}

/** The reason for a file that is too large, e.g. `too large: 61 MB, the limit is 50 MB`. */
export function tooLarge(bytes: number): string {
  return `too large: ${Math.ceil(bytes / 1024 / 1024)} MB, the limit is ${maximumFileBytes / 1024 / 1024} MB`
}

/** The reason for a file or folder that the system does not let us read. */
export function unreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  const plain: Readonly<Record<string, string>> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    ENOENT: 'it is gone',
    ELOOP: 'it is a link',
    ENAMETOOLONG: 'its path is too long',
    EIO: 'the disk reports an error',
  }
  return `unreadable: ${plain[code] ?? code}`
}
