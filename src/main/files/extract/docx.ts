import { strFromU8, unzipSync } from 'fflate'
import { Parser } from 'htmlparser2'
import { ReadFault, type ReadText } from './protocol.ts'

/** All parts together may not unpack to more: a zip bomb stops here. */
const maximumUnpackedBytes = 20 * 1024 * 1024
const mainPart = 'word/document.xml'
/** In the order in which they are read after the document itself. */
const sideParts = /^word\/(?:header|footer|footnotes|endnotes)\d*\.xml$/
/** How an encrypted Office file begins: an OLE container, not a zip. */
const oleStart = [0xd0, 0xcf, 0x11, 0xe0]

/** Paragraphs one a line, table rows one a line with tabs between cells; headers, footers and notes at the end. */
export function readDocx(bytes: Uint8Array): ReadText {
  if (oleStart.every((byte, i) => bytes[i] === byte)) throw olderOrLocked(bytes)
  const parts = unzip(bytes)
  const main = parts.get(mainPart)
  if (main === undefined) throw damaged('it has no Word document inside')
  if (!/<\/(?:\w+:)?document>\s*$/.test(main.slice(-200))) throw damaged('the document inside is cut off')
  const side = [...parts.keys()].filter((name) => name !== mainPart).sort()
  const sections = [mainPart, ...side].map((name) => paragraphs(parts.get(name) ?? ''))
  return { text: sections.filter((text) => text !== '').join('\n'), title: null }
}

function unzip(bytes: Uint8Array): Map<string, string> {
  let unpacked = 0
  const wanted = (name: string, size: number): boolean => {
    if (name !== mainPart && !sideParts.test(name)) return false
    unpacked += size
    if (unpacked > maximumUnpackedBytes)
      throw new ReadFault('skipped', 'too large: it unpacks to more than 20 MB')
    return true
  }
  try {
    // fflate unpacks into a buffer of the size that was announced, so a lying size cannot make it grow.
    const files = unzipSync(bytes, { filter: (file) => wanted(file.name, file.originalSize) })
    return new Map(Object.entries(files).map(([name, data]) => [name, strFromU8(data)]))
  } catch (error) {
    if (error instanceof ReadFault) throw error
    throw damaged('it cannot be unpacked')
  }
}

function paragraphs(xml: string): string {
  const lines: string[] = []
  let line = ''
  /** How many tables and rows are open: inside a row, paragraphs do not end the line. */
  let rows = 0
  let reading = false
  const parser = new Parser(
    {
      onopentag(name) {
        const tag = local(name)
        if (tag === 't') reading = true
        else if (tag === 'tr') rows += 1
        else if (tag === 'tab') line += '\t'
        else if (tag === 'br' || tag === 'cr') line += rows > 0 ? ' ' : '\n'
        else if (tag === 'noBreakHyphen') line += '-'
      },
      ontext(text) {
        if (reading) line += text
      },
      onclosetag(name) {
        const tag = local(name)
        if (tag === 't') reading = false
        else if (tag === 'tc') line = `${line.trimEnd()}\t`
        else if (tag === 'tr') rows = Math.max(0, rows - 1)
        if (tag === 'p' && rows > 0) line += ' '
        if ((tag === 'p' && rows === 0) || tag === 'tr') {
          lines.push(line.trim())
          line = ''
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  return lines.filter((each) => each !== '').join('\n')
}

/** `w:t` and `t` alike: the prefix is the writer's choice. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1)

function olderOrLocked(bytes: Uint8Array): ReadFault {
  const packageName = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0])
  return Buffer.from(bytes).includes(Buffer.from(packageName))
    ? new ReadFault('failed', 'locked: the document needs a password')
    : new ReadFault('skipped', 'unsupported kind: a Word file of the older format')
}

const damaged = (why: string) => new ReadFault('failed', `damaged: ${why}`)
