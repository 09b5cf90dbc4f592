/** A tiny PDF writer for tests: one Helvetica font, a line of text per array entry, real cross-reference table. */
import { createHash } from 'node:crypto'

interface PdfOptions {
  /** Encrypts with this user password (RC4, 40 bit, the oldest scheme readers know). */
  readonly password?: string
}

/** A PDF with these pages; a page is its lines. A page without lines has no text, like a scan. */
export function makePdf(pages: readonly (readonly string[])[], options: PdfOptions = {}): Buffer {
  const objects: string[] = []
  const pageIds = pages.map((_, i) => 4 + i * 2)
  objects[1] = '<< /Type /Catalog /Pages 2 0 R >>'
  objects[2] = `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`
  objects[3] = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
  pages.forEach((lines, i) => {
    const id = 4 + i * 2
    objects[id] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${id + 1} 0 R ` +
      '/Resources << /Font << /F1 3 0 R >> >> >>'
    const content = lines
      .map((line, n) => `BT /F1 12 Tf 50 ${780 - n * 18} Td (${line.replace(/[\\()]/g, '\\$&')}) Tj ET`)
      .join('\n')
    objects[id + 1] = `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
  })
  return assemble(objects, options.password)
}

function assemble(objects: string[], password: string | undefined): Buffer {
  let extra = ''
  if (password !== undefined) {
    const id = '0123456789abcdef0123456789abcdef'
    objects.push(encryption(password, id))
    extra = ` /Encrypt ${objects.length - 1} 0 R /ID [<${id}> <${id}>]`
  }
  let body = '%PDF-1.4\n'
  const offsets: number[] = []
  objects.forEach((object, id) => {
    offsets[id] = body.length
    body += `${id} 0 obj\n${object}\nendobj\n`
  })
  const entries = objects.map((_, id) => `${String(offsets[id] ?? 0).padStart(10, '0')} 00000 n \n`)
  const start = body.length
  body += `xref\n0 ${objects.length}\n0000000000 65535 f \n${entries.slice(1).join('')}`
  body += `trailer\n<< /Size ${objects.length} /Root 1 0 R${extra} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(body, 'latin1')
}

/** Only the dictionary: without the password no reader gets further than here. */
function encryption(password: string, id: string): string {
  const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
  const pad = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), padding]).subarray(0, 32)
  const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()
  const owner = rc4(md5(pad(password)).subarray(0, 5), pad(password))
  const permissions = Buffer.from('fcffffff', 'hex')
  const key = md5(pad(password), owner, permissions, Buffer.from(id, 'hex')).subarray(0, 5)
  const user = rc4(key, padding)
  return `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${user.toString('hex')}> /P -4 >>`
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i)
  const at = (i: number) => state[i & 255] ?? 0
  const swap = (i: number, j: number) => {
    const kept = at(i)
    state[i] = at(j)
    state[j] = kept
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let i = 0
  let j = 0
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255
      j = (j + at(i)) & 255
      swap(i, j)
      return byte ^ at(at(i) + at(j))
    }),
  )
}
