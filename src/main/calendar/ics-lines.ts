/** Bytes of an .ics file to its content lines. Folded lines are joined as bytes: a fold may cut a character in two. */
import { isUtf8 } from 'node:buffer'

export interface ContentLine {
  /** Where it begins in the file; the first line is 1. */
  readonly line: number
  readonly text: string
}

export interface Property {
  readonly line: number
  /** In capitals. */
  readonly name: string
  /** Names in capitals, values without quotes. */
  readonly params: ReadonlyMap<string, string>
  /** As it stands, still escaped. */
  readonly value: string
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x09

/** Content lines in order; empty ones are left out. Each line that is not UTF-8 is read as Windows-1252. */
export function* contentLines(file: Buffer): Generator<ContentLine> {
  const bytes = toUtf8(file)
  let parts: Buffer[] = []
  let begin = 0
  let line = 0
  for (const physical of physicalLines(bytes)) {
    line += 1
    if (isBlank(physical[0]) && parts.length > 0) {
      parts.push(physical.subarray(1))
      continue
    }
    if (parts.length > 0) yield { line: begin, text: decode(Buffer.concat(parts)) }
    parts = physical.length === 0 ? [] : [physical]
    begin = line
  }
  if (parts.length > 0) yield { line: begin, text: decode(Buffer.concat(parts)) }
}

function toUtf8(file: Buffer): Buffer {
  if (file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf) return file.subarray(3)
  if (file[0] === 0xff && file[1] === 0xfe) return Buffer.from(new TextDecoder('utf-16le').decode(file))
  if (file[0] === 0xfe && file[1] === 0xff) return Buffer.from(new TextDecoder('utf-16be').decode(file))
  return file
}

/** Ends in CR LF, LF, or CR alone where the file has no LF at all. */
function* physicalLines(bytes: Buffer): Generator<Buffer> {
  const end = bytes.includes(lineFeed) ? lineFeed : carriageReturn
  let from = 0
  while (from < bytes.length) {
    const found = bytes.indexOf(end, from)
    const to = found === -1 ? bytes.length : found
    const last = to > from && bytes[to - 1] === carriageReturn ? to - 1 : to
    yield bytes.subarray(from, last)
    from = to + 1
  }
}

const windows1252 = new TextDecoder('windows-1252')

function decode(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes)
}

const nameAndParams = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):/
const param = /;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)/g

/** Null when the line is none: no name, or nothing after it. */
export function parseProperty({ line, text }: ContentLine): Property | null {
  const unquoted = unquotedZone.exec(text)
  if (unquoted !== null) {
    const [, name = '', tzid = '', value = ''] = unquoted
    return { line, name: name.toUpperCase(), params: new Map([['TZID', tzid]]), value }
  }
  const match = nameAndParams.exec(text)
  if (match === null) return null
  const params = new Map<string, string>()
  for (const [, name = '', value = ''] of (match[2] ?? '').matchAll(param))
    params.set(name.toUpperCase(), value.replaceAll('"', ''))
  return { line, name: (match[1] ?? '').toUpperCase(), params, value: text.slice(match[0].length) }
}

/** Exchange and others write zone names with a colon or comma in them without the quotes these need. */
const unquotedZone =
  /^([A-Za-z-]{1,20});TZID=([^";]{0,100}[:,][^";]{0,100}):(\d{8}T\d{4,6}Z?(?:,\d{8}T\d{4,6}Z?)*)\s*$/i

/** The text of a TEXT value, byte for byte as its writer meant it. */
export function unescapeText(value: string): string {
  return value.replace(/\\([\\;,nN])/g, (_, escaped: string) =>
    escaped === 'n' || escaped === 'N' ? '\n' : escaped,
  )
}
