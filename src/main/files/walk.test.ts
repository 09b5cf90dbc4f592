import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type TempFolder, tempFolder } from './testing/temp-folder.ts'
import { maximumDepth, type WalkNote, type WalkOptions, walk } from './walk.ts'

const signal = new AbortController().signal

async function walked(folder: TempFolder, options: Partial<WalkOptions> = {}) {
  const files: string[] = []
  const notes: Record<string, WalkNote> = {}
  for await (const entry of walk(folder.path, { signal, ...options })) {
    if (entry.type === 'file') files.push(entry.relative.toString())
    else notes[entry.relative.toString()] = entry
  }
  return { files, notes, reasons: Object.fromEntries(Object.entries(notes).map(([k, n]) => [k, n.reason])) }
}

describe('walk', () => {
  it('meets every file once, in a fixed order', async () => {
    using folder = tempFolder()
    for (const name of ['b.txt', 'a/z.txt', 'a/b/c.txt', 'c/d.txt']) folder.write(name, 'x')
    expect((await walked(folder)).files).toEqual(['b.txt', 'a/z.txt', 'a/b/c.txt', 'c/d.txt'])
  })
  it('follows no link: not in circles, not out, not when broken', async () => {
    using folder = tempFolder()
    using outside = tempFolder()
    outside.write('secret.txt', 'x')
    folder.write('in/a.txt', 'x')
    symlinkSync('..', folder.at('in/up'))
    symlinkSync(folder.path, folder.at('self'))
    symlinkSync(outside.path, folder.at('out'))
    symlinkSync(outside.at('secret.txt'), folder.at('secret.txt'))
    symlinkSync('nowhere', folder.at('broken'))
    const { files, reasons } = await walked(folder)
    expect(files).toEqual(['in/a.txt'])
    const link = 'a link, not followed'
    expect(reasons).toEqual({ broken: link, 'in/up': link, out: link, 'secret.txt': link, self: link })
  })
  it('leaves out hidden things, packages, and what programs keep, and says so', async () => {
    using folder = tempFolder()
    for (const name of [
      'ok/a.txt',
      '.hidden/a.txt',
      '.env',
      'Photos.photoslibrary/a.txt',
      'Tool.APP/a.txt',
      'node_modules/a/readme.txt',
      'Library/a.txt',
      '.git/config',
      '.report.pdf.icloud',
    ])
      folder.write(name, 'x')
    const { files, reasons } = await walked(folder)
    expect(files).toEqual(['ok/a.txt'])
    expect(Object.keys(reasons).sort()).toEqual([
      '.env',
      '.git',
      '.hidden',
      '.report.pdf.icloud',
      'Library',
      'Photos.photoslibrary',
      'Tool.APP',
      'node_modules',
    ])
    expect(reasons['.report.pdf.icloud']).toBe('in the cloud, not downloaded')
  })
  it('goes 32 folders deep and no further', async () => {
    using folder = tempFolder()
    let path = folder.path
    for (let depth = 1; depth <= 300; depth++) {
      path += `/${depth}`
      mkdirSync(path)
      if (depth === maximumDepth || depth === 300) writeFileSync(`${path}/f.txt`, 'x')
    }
    const { files, reasons } = await walked(folder)
    expect(files).toHaveLength(1)
    expect(Object.values(reasons)).toEqual([`more than ${maximumDepth} folders deep`])
  })
  it('takes names of any bytes and both ways to write an accent', async () => {
    using folder = tempFolder()
    folder.write('caf\u00e9.txt', 'x')
    folder.write('cafe\u0301.txt', 'x')
    folder.write('\u65e5\u672c\u8a9e \u{1f600}\n.txt', 'x')
    writeFileSync(
      Buffer.concat([Buffer.from(`${folder.path}/`), Buffer.from([0xff, 0xfe, 0x2e, 0x74, 0x78, 0x74])]),
      'x',
    )
    const { files } = await walked(folder)
    expect(new Set(files).size).toBe(process.platform === 'darwin' ? 3 : 4)
    expect(files).toContain('\u65e5\u672c\u8a9e \u{1f600}\n.txt')
  })
  it.skipIf(process.getuid?.() === 0)(
    'reports a folder it may not open, and keeps what was known of it',
    async () => {
      using folder = tempFolder()
      folder.write('closed/a.txt', 'x')
      chmodSync(folder.at('closed'), 0)
      const { notes } = await walked(folder)
      chmodSync(folder.at('closed'), 0o700)
      expect(notes.closed).toMatchObject({
        state: 'failed',
        reason: 'unreadable: permission denied',
        unseen: true,
      })
    },
  )
  it('reports a root that is gone', async () => {
    const folder = tempFolder()
    folder[Symbol.dispose]()
    const { notes } = await walked(folder)
    expect(notes['']).toMatchObject({ state: 'failed', reason: 'unreadable: it is gone', unseen: false })
  })
  it('stops at its limit of entries and says that it did', async () => {
    using folder = tempFolder()
    for (let i = 0; i < 5; i++) folder.write(`${i}.txt`, 'x')
    const { files, notes } = await walked(folder, { maximumEntries: 3 })
    expect(files).toHaveLength(3)
    expect(notes['']).toMatchObject({ reason: 'only the first 3 entries were looked at', unseen: true })
  })
  it('does not follow a link that was put in the place of its root', async () => {
    using folder = tempFolder()
    using outside = tempFolder()
    outside.write('secret.txt', 'x')
    symlinkSync(outside.path, folder.at('root'))
    const entries = []
    for await (const entry of walk(folder.at('root'), { signal })) entries.push(entry)
    expect(entries).toMatchObject([{ type: 'note', state: 'failed', unseen: false }])
  })
  it('ends quietly when it is stopped', async () => {
    using folder = tempFolder()
    folder.write('a.txt', 'x')
    expect((await walked(folder, { signal: AbortSignal.abort() })).files).toEqual([])
  })
  it('marks files whose bytes are in the cloud, and never enters the excluded folder', async () => {
    using folder = tempFolder()
    folder.write('data/index.db', 'x')
    folder.write('far.txt', 'x')
    folder.write('empty.txt', '')
    const dataless: string[] = []
    for await (const entry of walk(folder.path, {
      signal,
      exclude: folder.at('data'),
      isDataless: () => true,
    })) {
      if (entry.type === 'file' && entry.dataless) dataless.push(entry.name)
      else if (entry.type === 'note') expect(entry.reason).toBe("Pixie's own data")
    }
    expect(dataless).toEqual(['far.txt'])
  })
  it('takes a second name of one file for a file', async () => {
    using folder = tempFolder()
    linkSync(folder.write('a.txt', 'x'), folder.at('b.txt'))
    expect((await walked(folder)).files).toEqual(['a.txt', 'b.txt'])
  })
})
