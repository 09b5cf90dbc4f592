import { statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { ReadableKind } from '../kinds.ts'
import { documentXml, makeDocx } from '../testing/make-docx.ts'
import { makePdf } from '../testing/make-pdf.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { maximumTextLength } from './protocol.ts'
import { readFile } from './read-file.ts'

async function read(kind: ReadableKind, content: string | Uint8Array) {
  using folder = tempFolder()
  const file = folder.write('file', content)
  const { dev, ino } = statSync(file, { bigint: true })
  return await readFile({ path: Buffer.from(file), kind, dev, ino })
}

const textOf = async (kind: ReadableKind, content: string | Uint8Array) => {
  const result = await read(kind, content)
  return result.state === 'indexed' ? result.text : result
}

describe('text', () => {
  it('is kept byte for byte, line endings and scripts included', async () => {
    const text = '\u65e5\u672c\r\nTab\there\n\ne\u0301 and \u00e9\r'
    expect(await textOf('text', text)).toBe(text)
  })
  it('loses only its byte order mark', async () => {
    expect(await textOf('text', '\ufeffHallo')).toBe('Hallo')
    expect(await textOf('text', Buffer.from('\ufeffGr\u00fc\u00dfe', 'utf16le'))).toBe('Gr\u00fc\u00dfe')
    expect(await textOf('text', Buffer.from('\ufeffGr\u00fc\u00dfe', 'utf16le').swap16())).toBe(
      'Gr\u00fc\u00dfe',
    )
  })
  it('that is not UTF-8 is read as Windows-1252', async () => {
    expect(await textOf('text', Buffer.from([0x80, 0x20, 0xfc, 0x93]))).toBe('\u20ac \u00fc\u201c')
  })
  it.each([
    ['zeros', Buffer.from([0x41, 0x00, 0x42])],
    ['random bytes', Buffer.from(Array.from({ length: 400 }, (_, i) => (i * 89) % 256 || 1))],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
    ['a PDF', makePdf([['hidden']])],
  ])('is refused when it is %s under a text name', async (_, bytes) => {
    const result = await read('text', bytes)
    expect(result).toMatchObject({ state: 'skipped', reason: expect.stringContaining('not text') })
  })
  it('without a word in it says so', async () => {
    expect(await read('text', ' \n')).toEqual({ state: 'skipped', reason: 'no text' })
  })
  it('is cut at the cap, never inside a character, and says so', async () => {
    const result = await read('text', `${'a'.repeat(maximumTextLength - 1)}\u{1f600}tail`)
    if (result.state !== 'indexed') throw new Error(result.reason)
    expect(result.text).toBe('a'.repeat(maximumTextLength - 1))
    expect(result.reason).toContain('200,000')
  })
  it('has its first heading as its title', async () => {
    expect(await read('text', 'intro\n# Packing list\nsocks')).toMatchObject({ title: 'Packing list' })
  })
})

describe('html', () => {
  it('is what a reader sees', async () => {
    const html =
      '<!doctype html><html><head><title>A &amp; B</title><style>p { color: red }</style>' +
      '<script>if (1 < 2) document.write("<p>no</p>")</script></head><body><h1>Caf&eacute;</h1>' +
      '<!-- secret --><p>one<br>two&nbsp;<b>th</b>ree &#x1F600;</p><ul><li>x<li>y</ul>' +
      '<table><tr><td>Rent</td><td>900</td></tr></table><pre>  a\n   b</pre></body></html>'
    expect(await read('html', html)).toEqual({
      state: 'indexed',
      title: 'A & B',
      text: 'Caf\u00e9\n\none\ntwo three \u{1f600}\n\nx\n\ny\n\nRent\t900\n\na\nb',
      reason: null,
    })
  })
  it('believes the encoding it claims', async () => {
    const page = Buffer.concat([
      Buffer.from('<meta charset="windows-1251"><p>'),
      Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    ])
    expect(await textOf('html', page)).toBe('\u041f\u0440\u0438\u0432\u0435\u0442')
    expect(await textOf('html', Buffer.from('<meta charset="nonsense"><p>\xe9', 'latin1'))).toBe('\u00e9')
  })
  it('survives broken markup', async () => {
    expect(await textOf('html', '<p>a<div>b</p><<i>c</html><p x="')).toContain('a')
    expect(await read('html', '<script>never closed')).toEqual({ state: 'skipped', reason: 'no text' })
  })
})

describe('pdf', () => {
  it('keeps its pages apart', async () => {
    const pages = [['First (page)', 'second line'], [], ['Third caf\u00e9']]
    expect(await textOf('pdf', makePdf(pages))).toBe('First (page)\nsecond line\f\fThird caf\u00e9')
  })
  it.each([
    ['locked', makePdf([['x']], { password: 'secret' }), 'failed', 'locked: the PDF needs a password'],
    ['without text', makePdf([[], []]), 'skipped', 'no text (a scan?)'],
    ['another thing', Buffer.from('hello'), 'failed', 'damaged: it does not start like a PDF'],
    ['a header alone', Buffer.from('%PDF-1.4\n'), 'failed', 'damaged: the PDF cannot be opened'],
    ['empty', Buffer.alloc(0), 'failed', 'damaged: it does not start like a PDF'],
  ])('that is %s says so', async (_, bytes, state, reason) => {
    expect(await read('pdf', bytes)).toEqual({ state, reason })
  })
  it('cut off in the middle is read or said to be damaged, never an error', async () => {
    const whole = makePdf([['one'], ['two'], ['three']])
    for (let length = 100; length < whole.length; length += 150) {
      const result = await read('pdf', whole.subarray(0, length))
      if (result.state !== 'indexed') expect(result.reason).toMatch(/^(damaged|no text)/)
    }
  })
})

describe('mail', () => {
  it('gives who, when, what about, and the words, whatever they are packed in', async () => {
    const mail = [
      'From: =?utf-8?q?S=C3=B8ren?= <soren@example.org>',
      'To: Ada <ada@example.org>, tova@example.org',
      'Date: Mon, 2 Nov 2026 10:00:00 +0100',
      'Subject: Boiler',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('<p>Come on <b>Friday</b></p><script>x()</script>').toString('base64'),
      '--x',
      'Content-Type: application/pdf; name=offer.pdf',
      'Content-Disposition: attachment; filename=offer.pdf',
      '',
      'x',
      '--x--',
    ].join('\r\n')
    const result = await read('mail', mail)
    if (result.state !== 'indexed') throw new Error(result.reason)
    expect(result.title).toBe('Boiler')
    expect(result.text).toMatch(
      /^From: S\u00f8ren <soren@example.org>\nTo: Ada <ada@example.org>, tova@example.org\nDate: .*2026.*\nSubject: Boiler\nAttached: offer.pdf\n\nCome on Friday$/,
    )
  })
  it('that is none says so', async () => {
    expect(await read('mail', Buffer.alloc(0))).toMatchObject({ state: 'failed' })
  })
})

describe('docx', () => {
  it('gives paragraphs, table rows and the notes after them', async () => {
    const footer = documentXml(['Page footer']).replaceAll('w:document', 'w:ftr')
    const bytes = makeDocx(
      [
        'Dear Tova & Jon',
        [
          ['Rent', '900'],
          ['Deposit', '1800'],
        ],
        '',
        'Yours',
      ],
      { 'word/footer1.xml': strToU8(footer), 'word/media/image1.png': new Uint8Array(10) },
    )
    expect(await textOf('docx', bytes)).toBe('Dear Tova & Jon\nRent\t900\nDeposit\t1800\nYours\nPage footer')
  })
  const bomb = zipSync({ 'word/document.xml': new Uint8Array(24 * 1024 * 1024) }, { level: 1 })
  it('that unpacks to too much is left alone', async () => {
    expect(bomb.length).toBeLessThan(200_000)
    expect(await read('docx', bomb)).toEqual({
      state: 'skipped',
      reason: 'too large: it unpacks to more than 20 MB',
    })
  })
  it('that lies about its size gains nothing by it', async () => {
    const bytes = Buffer.from(bomb)
    const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
    bytes.writeUInt32LE(100, directory + 24)
    const before = process.memoryUsage().arrayBuffers
    expect(await read('docx', bytes)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^damaged/),
    })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024)
  })
  it.each([
    ['no zip', Buffer.from('just text'), 'failed', 'damaged: it cannot be unpacked'],
    [
      'cut off',
      makeDocx(['hello '.repeat(500)]).subarray(0, 300),
      'failed',
      'damaged: it cannot be unpacked',
    ],
    [
      'no document',
      Buffer.from(zipSync({ a: strToU8('b') })),
      'failed',
      'damaged: it has no Word document inside',
    ],
    [
      'half a document',
      Buffer.from(zipSync({ 'word/document.xml': strToU8(documentXml(['hello']).slice(0, -30)) })),
      'failed',
      'damaged: the document inside is cut off',
    ],
    [
      'locked',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'failed',
      'locked: the document needs a password',
    ],
    [
      'of the older format',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'skipped',
      'unsupported kind: a Word file of the older format',
    ],
  ])('that is %s says so', async (_, bytes, state, reason) => {
    expect(await read('docx', bytes)).toEqual({ state, reason })
  })
})

describe('the file itself', () => {
  it('is not read through a link or after a swap', async () => {
    using folder = tempFolder()
    const file = folder.write('a.txt', 'mine')
    const { dev, ino } = statSync(file, { bigint: true })
    symlinkSync(file, folder.at('link.txt'))
    const job = { kind: 'text', dev, ino } as const
    expect(await readFile({ ...job, path: Buffer.from(folder.at('link.txt')) })).toEqual({
      state: 'failed',
      reason: 'unreadable: it is a link',
    })
    const other = folder.write('b.txt', 'theirs')
    expect(await readFile({ ...job, path: Buffer.from(other) })).toMatchObject({
      reason: 'unreadable: it was replaced while it was being read',
    })
    expect(await readFile({ ...job, path: Buffer.from(folder.at('none')) })).toEqual({
      state: 'failed',
      reason: 'unreadable: it is gone',
    })
  })
  it('larger than the limit is not read', async () => {
    using folder = tempFolder()
    const file = folder.at('huge.txt')
    writeFileSync(file, '')
    truncateSync(file, 51 * 1024 * 1024) // a hole, no bytes on the disk
    const { dev, ino } = statSync(file, { bigint: true })
    expect(await readFile({ path: Buffer.from(file), kind: 'text', dev, ino })).toEqual({
      state: 'skipped',
      reason: 'too large: 51 MB, the limit is 50 MB',
    })
  })
})
