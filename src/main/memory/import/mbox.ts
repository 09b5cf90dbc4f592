import { Parser } from 'htmlparser2'
import PostalMime from 'postal-mime'
import { byteLines } from './byte-lines.ts'
import type { ImportedRecord } from './records.ts'

/** A bigger e-mail is attachments; it is reported, not read. In bytes. */
const largestMail = 64 * 1024 * 1024
const separator = Buffer.from('From ')
const carriageReturn = 0x0d
const escaped = /^>+From /

interface OpenMail {
  readonly line: number
  /** What the separator line says about the time, for mails without a date. */
  readonly stamp: string
  readonly parts: Uint8Array[]
  sizeBytes: number
}

/** A mailbox in the mbox format: mails one after another, each begun by a line `From …` after a blank one. */
export async function* readMbox(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ImportedRecord> {
  let open: OpenMail | null = null
  let wasBlank = true
  for await (const { line, bytes: raw } of byteLines(chunks)) {
    const bytes = raw?.at(-1) === carriageReturn ? raw.subarray(0, -1) : raw
    if (bytes !== null && wasBlank && startsWith(bytes, separator)) {
      if (open !== null) yield await mailRecord(open)
      open = { line, stamp: Buffer.from(bytes).toString('latin1'), parts: [], sizeBytes: 0 }
    } else if (open !== null) addLine(open, bytes)
    else if (bytes === null || bytes.length > 0)
      yield { line, reason: 'it comes before the first "From " line' }
    wasBlank = bytes?.length === 0
  }
  if (open !== null) yield await mailRecord(open)
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return start.every((byte, i) => bytes[i] === byte)
}

const lineBreak = Buffer.from('\r\n')

function addLine(mail: OpenMail, bytes: Uint8Array | null): void {
  mail.sizeBytes += bytes?.length ?? largestMail
  if (mail.sizeBytes > largestMail || bytes === null) return
  const quoted = bytes[0] === 0x3e && escaped.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'))
  mail.parts.push(quoted ? bytes.subarray(1) : bytes, lineBreak)
}

async function mailRecord(mail: OpenMail): Promise<ImportedRecord> {
  const { line } = mail
  if (mail.sizeBytes > largestMail) return { line, reason: `the e-mail is larger than ${largestMail} bytes` }
  try {
    const parsed = await PostalMime.parse(Buffer.concat(mail.parts))
    const body = parsed.text ?? (parsed.html === undefined ? '' : plainText(parsed.html))
    const text = [parsed.subject ?? '', body.replaceAll('\r\n', '\n').trim()]
      .filter((part) => part !== '')
      .join('\n\n')
    if (text.trim() === '') return { line, reason: 'it has no text' }
    const who = parsed.from?.name || parsed.from?.address || null
    return { line, record: { text, kind: 'message', who, atMs: mailTime(parsed.date, mail.stamp) } }
  } catch (error) {
    return {
      line,
      reason: `the e-mail cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

/** The mail's own date, else that of its `From ` line (`From a@b.org Mon May  3 10:00:00 2021`, in UTC by custom). */
function mailTime(date: string | undefined, stamp: string): number | null {
  const own = Date.parse(date ?? '')
  if (!Number.isNaN(own)) return own
  const [, month, day, clock, year] =
    /\w{3} (\w{3}) +(\d{1,2}) (\d\d:\d\d:\d\d) (\d{4})\s*$/.exec(stamp) ?? []
  const stamped = Date.parse(`${day} ${month} ${year} ${clock} GMT`)
  return Number.isNaN(stamped) ? null : stamped
}

const hidden: ReadonlySet<string> = new Set(['style', 'script', 'head', 'title'])
const blocks: ReadonlySet<string> = new Set([
  'p',
  'br',
  'div',
  'tr',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'blockquote',
])

/** What a reader of an HTML mail sees, roughly: text, with a line break after each block. */
function plainText(html: string): string {
  const parts: string[] = []
  let hiddenDepth = 0
  const parser = new Parser({
    onopentagname(name) {
      if (hidden.has(name)) hiddenDepth += 1
    },
    onclosetag(name) {
      if (hidden.has(name)) hiddenDepth -= 1
      if (blocks.has(name)) parts.push('\n')
    },
    ontext(text) {
      if (hiddenDepth === 0) parts.push(text.replace(/[ \t\r\n]+/g, ' '))
    },
  })
  parser.end(html)
  return parts
    .join('')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
