import {
  appendFileSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStore } from '../store/open.ts'
import { folderToGrant } from './grants.ts'
import { makePdf } from './testing/make-pdf.ts'
import { tempFolder } from './testing/temp-folder.ts'
import { signal, testFiles } from './testing/test-files.ts'

const run = { signal }

describe('granting a folder', () => {
  it('reads it and says what came of it', async () => {
    using folder = tempFolder()
    using test = testFiles()
    folder.write('a.txt', 'alpha')
    folder.write('b.pdf', makePdf([[]]))
    folder.write('c.pdf', 'nonsense')
    folder.write('d.jpg', 'x')
    expect(await test.files.grant(folder.path, run)).toEqual({
      folder: folder.path,
      coveredBy: null,
      added: 4,
      changed: 0,
      kept: 0,
      removed: 0,
      indexed: 1,
      skipped: 2,
      failed: 1,
    })
    expect(test.files.status()).toEqual({
      indexed: 1,
      skipped: 2,
      failed: 1,
      items: [
        { path: folder.at('a.txt'), state: 'indexed', reason: null },
        { path: folder.at('b.pdf'), state: 'skipped', reason: 'no text (a scan?)' },
        { path: folder.at('c.pdf'), state: 'failed', reason: 'damaged: it does not start like a PDF' },
        { path: folder.at('d.jpg'), state: 'skipped', reason: 'unsupported kind, found by its name only' },
      ],
    })
  })
  it('keeps its real path and grants it once', async () => {
    using folder = tempFolder()
    using test = testFiles()
    folder.write('real/a.txt', 'x')
    symlinkSync(folder.at('real'), folder.at('alias'))
    await test.files.grant(folder.at('alias'), run)
    await test.files.grant(`${folder.at('real')}/`, run)
    expect(test.files.folders()).toEqual([folder.at('real')])
  })
  it('inside a granted one adds nothing, but brings that one up to date', async () => {
    using folder = tempFolder()
    using test = testFiles()
    folder.write('in/a.txt', 'x')
    await test.files.grant(folder.path, run)
    folder.write('in/b.txt', 'x')
    const result = await test.files.grant(folder.at('in'), run)
    expect(result).toMatchObject({ coveredBy: folder.path, added: 1, indexed: 2 })
    expect(test.files.folders()).toEqual([folder.path])
  })
  it('around granted ones takes them in, each file once', async () => {
    using folder = tempFolder()
    using test = testFiles()
    folder.write('in/a.txt', 'alpha')
    await test.files.grant(folder.at('in'), run)
    await test.files.grant(folder.path, run)
    expect(test.files.folders()).toEqual([folder.path])
    expect(await test.files.search('alpha', { limit: 10, device: null, signal })).toHaveLength(1)
  })
  it('that a walk of the outer one would skip keeps its own grant', async () => {
    using folder = tempFolder()
    using test = testFiles()
    folder.write('.notes/a.txt', 'alpha')
    await test.files.grant(folder.path, run)
    expect(await test.files.grant(folder.at('.notes'), run)).toMatchObject({ coveredBy: null, indexed: 1 })
    expect(test.files.folders()).toEqual([folder.path, folder.at('.notes')])
  })
  it.each([
    ['the whole disk', '/', 'invalid-input'],
    ['the home folder', homedir(), 'invalid-input'],
    ['a folder above it', path.dirname(homedir()), 'invalid-input'],
    ['nothing', '/no/such/folder', 'not-found'],
  ])('refuses %s', async (_, folder, code) => {
    using test = testFiles()
    await expect(test.files.grant(folder, run)).rejects.toMatchObject({ code })
    expect(test.files.folders()).toEqual([])
  })
  it('refuses a file, and a home folder reached through a link', async () => {
    using folder = tempFolder()
    folder.write('home/a.txt', 'x')
    symlinkSync(folder.at('home'), folder.at('alias'))
    expect(() => folderToGrant(folder.at('home/a.txt'))).toThrow(/cannot grant/i)
    expect(() => folderToGrant(folder.at('home'), folder.at('alias'))).toThrow(/cannot grant/i)
    expect(folderToGrant(folder.at('home'), '/elsewhere')).toBe(folder.at('home'))
  })
})

describe('scanning', () => {
  it('opens only what changed, and forgets what vanished', async () => {
    using folder = tempFolder()
    using test = testFiles()
    for (const name of ['keep.txt', 'edit.txt', 'gone.txt']) folder.write(name, `first ${name}`)
    await test.files.grant(folder.path, run)
    test.opened.length = 0
    expect(await test.files.scan(run)).toMatchObject({ kept: 3, added: 0, changed: 0, removed: 0 })
    expect(test.opened).toEqual([])

    appendFileSync(folder.at('edit.txt'), ' second')
    rmSync(folder.at('gone.txt'))
    folder.write('new.txt', 'new')
    expect(await test.files.scan(run)).toMatchObject({
      kept: 1,
      added: 1,
      changed: 1,
      removed: 1,
      indexed: 3,
    })
    expect(test.opened).toEqual(['edit.txt', 'new.txt'])
    expect(await test.files.text(folder.at('edit.txt'), signal)).toBe('first edit.txt second')
    expect(await test.files.search('gone', { limit: 10, device: null, signal })).toEqual([])
  })
  it('sees an edit that keeps the size and the date', async () => {
    using folder = tempFolder()
    using test = testFiles()
    const date = new Date('2026-01-01')
    const file = folder.write('a.txt', 'aaaa', date.toISOString())
    await test.files.grant(folder.path, run)
    await new Promise((resolve) => setTimeout(resolve, 20))
    writeFileSync(file, 'bbbb')
    utimesSync(file, date, date)
    await test.files.scan(run)
    expect(await test.files.text(file, signal)).toBe('bbbb')
  })
  it('does not open a file again that was renamed or moved', async () => {
    using folder = tempFolder()
    using test = testFiles()
    folder.write('old.txt', 'text of it')
    folder.write('sub/x.txt', 'x')
    await test.files.grant(folder.path, run)
    test.opened.length = 0
    renameSync(folder.at('old.txt'), folder.at('sub/new.txt'))
    expect(await test.files.scan(run)).toMatchObject({ added: 1, removed: 1 })
    expect(test.opened).toEqual([])
    expect(await test.files.text(folder.at('sub/new.txt'), signal)).toBe('text of it')
  })
  it('does not take a new file for an old one that had its number, size and date', async () => {
    using folder = tempFolder()
    using test = testFiles()
    const date = '2026-01-01'
    for (let i = 0; i < 20; i++) folder.write(`old${i}.txt`, 'aaaa', date)
    await test.files.grant(folder.path, run)
    for (let i = 0; i < 20; i++) rmSync(folder.at(`old${i}.txt`))
    for (let i = 0; i < 20; i++) folder.write(`new${i}.txt`, 'bbbb', date)
    await test.files.scan(run)
    for (let i = 0; i < 20; i++) expect(await test.files.text(folder.at(`new${i}.txt`), signal)).toBe('bbbb')
  })
  it('never opens a file that is in the cloud only, but finds it by its name', async () => {
    using folder = tempFolder()
    using test = testFiles({ walkOptions: { isDataless: () => true } })
    folder.write('lease agreement.pdf', makePdf([['x']]))
    await test.files.grant(folder.path, run)
    expect(test.opened).toEqual([])
    const [hit] = await test.files.search('lease', { limit: 10, device: null, signal })
    expect(hit?.reason).toContain('text not read (in the cloud, not downloaded)')
  })
  it('that is stopped keeps what it has read and goes on from there', async () => {
    using folder = tempFolder()
    using test = testFiles()
    for (let i = 0; i < 5; i++) folder.write(`${i}.txt`, 'x')
    const abort = new AbortController()
    const onProgress = ({ seen }: { seen: number }) => seen === 2 && abort.abort()
    const stopped = test.files.grant(folder.path, { signal: abort.signal, onProgress })
    await expect(stopped).rejects.toMatchObject({ code: 'stopped' })
    expect(test.files.status().indexed).toBe(2)
    expect(await test.files.scan(run)).toMatchObject({ kept: 2, added: 3 })
  })
  it('takes the rows of a folder that is gone with it', async () => {
    using folder = tempFolder()
    using test = testFiles()
    folder.write('in/a.txt', 'alpha')
    await test.files.grant(folder.at('in'), run)
    rmSync(folder.at('in'), { recursive: true })
    expect(await test.files.scan(run)).toMatchObject({ removed: 1, indexed: 0, failed: 1 })
    expect(test.files.revoke(folder.at('in'))).toEqual({ folder: folder.at('in'), removed: 0 })
  })
  it('that could not see everything keeps what it did not see', async () => {
    using folder = tempFolder()
    using test = testFiles()
    for (const name of ['a/1.txt', 'a/2.txt', 'b/1.txt']) folder.write(name, 'x')
    await test.files.grant(folder.path, run)
    using short = testFiles({ store: test.store, walkOptions: { maximumEntries: 3 } })
    expect(await short.files.scan(run)).toMatchObject({ removed: 0, indexed: 3 })
  })
  it('keeps rows that another process put meanwhile', async () => {
    using folder = tempFolder()
    using test = testFiles()
    folder.write('a.txt', 'x')
    await test.files.grant(folder.path, run)
    const onProgress = () => test.store.index.exec('UPDATE files SET id = id + 100')
    expect(await test.files.scan({ signal, onProgress })).toMatchObject({ removed: 0, indexed: 1 })
  })
  it('two at once do not get in each other\u2019s way', async () => {
    using folder = tempFolder()
    using test = testFiles()
    folder.write('a.txt', 'x')
    await Promise.all([test.files.grant(folder.path, run), test.files.scan(run), test.files.scan(run)])
    expect(test.opened).toEqual(['a.txt'])
  })
})

describe('an index that is new while the grants are not', () => {
  it('is filled before it is searched or read', async () => {
    using folder = tempFolder()
    using test = testFiles()
    folder.write('a.txt', 'alpha')
    await test.files.grant(folder.path, run)
    test.store.index.exec('DELETE FROM files; DELETE FROM files_fts; DELETE FROM scans')
    expect(await test.files.search('alpha', { limit: 10, device: null, signal })).toHaveLength(1)
    test.store.index.exec('DELETE FROM files; DELETE FROM files_fts; DELETE FROM scans')
    expect(await test.files.text(folder.at('a.txt'), signal)).toBe('alpha')
  })
  it('forgets folders that are no longer granted before it is searched', async () => {
    using folder = tempFolder()
    using test = testFiles()
    folder.write('a.txt', 'alpha')
    await test.files.grant(folder.path, run)
    test.store.pixie.exec('DELETE FROM grants')
    expect(await test.files.search('alpha', { limit: 10, device: null, signal })).toEqual([])
    expect(test.files.status().items).toEqual([])
  })
})

describe('revoking a folder', () => {
  it('takes every byte of its texts and names out of the database file', async () => {
    using folder = tempFolder()
    using profile = tempFolder()
    const store = openStore({ dataDir: profile.at('p'), onNotice: () => undefined })
    using test = testFiles({ store })
    folder.write('mine/xylophonic-name.txt', 'zebrafinch secret \u6771\u4eac\n'.repeat(50))
    folder.write('other/a.txt', 'stays')
    await test.files.grant(folder.at('mine'), run)
    await test.files.grant(folder.at('other'), run)
    const bytes = () =>
      ['index.db', 'index.db-wal']
        .map((name) => {
          try {
            return readFileSync(profile.at(`p/${name}`)).toString('latin1')
          } catch {
            return ''
          }
        })
        .join('')
    expect(bytes()).toContain('zebrafinch')
    expect(bytes()).toContain('xylophonic')
    expect(test.files.revoke(folder.at('mine'))).toEqual({ folder: folder.at('mine'), removed: 1 })
    store.index.pragma('wal_checkpoint(TRUNCATE)')
    expect(bytes()).not.toContain('zebrafinch')
    expect(bytes()).not.toContain('xylophonic')
    expect(bytes()).toContain('stays')
    await expect(test.files.text(folder.at('mine/xylophonic-name.txt'), signal)).rejects.toMatchObject({
      code: 'permission-denied',
    })
  })
  it('says what is granted when the folder is not', async () => {
    using folder = tempFolder()
    using test = testFiles()
    folder.write('in/a.txt', 'x')
    await test.files.grant(folder.path, run)
    expect(() => test.files.revoke(folder.at('in'))).toThrow(
      expect.objectContaining({ code: 'not-found', hint: `It is inside ${folder.path}; revoke that.` }),
    )
    expect(() => test.files.revoke('/etc')).toThrow(
      expect.objectContaining({ hint: `Granted are ${folder.path}.` }),
    )
  })
})

describe('the text of a file', () => {
  it('is exactly what was read, also through a linked folder or the other way to write an accent', async () => {
    using folder = tempFolder()
    using test = testFiles()
    const text = 'line\r\n\ttab \u00e9 e\u0301 \u{1f600}  \n\n'
    folder.write('in/caf\u00e9.txt', text)
    symlinkSync(folder.at('in'), folder.at('alias'))
    await test.files.grant(folder.at('in'), run)
    expect(await test.files.text(folder.at('in/caf\u00e9.txt'), signal)).toBe(text)
    expect(await test.files.text(folder.at('in/cafe\u0301.txt'), signal)).toBe(text)
    expect(await test.files.text(folder.at('alias/caf\u00e9.txt'), signal)).toBe(text)
  })
  it('is refused outside granted folders, and explained when there is none', async () => {
    using folder = tempFolder()
    using test = testFiles()
    folder.write('in/locked.pdf', makePdf([['x']], { password: 'p' }))
    folder.write('inside.txt', 'x')
    await test.files.grant(folder.at('in'), run)
    const codeOf = (file: string) =>
      test.files.text(file, signal).catch((error: { code: string }) => error.code)
    expect(await codeOf('/etc/passwd')).toBe('permission-denied')
    expect(await codeOf(folder.at('in/../inside.txt'))).toBe('permission-denied')
    expect(await codeOf(folder.at('inside.txt'))).toBe('permission-denied')
    expect(await codeOf(folder.at('in/none.txt'))).toBe('not-found')
    await expect(test.files.text(folder.at('in/locked.pdf'), signal)).rejects.toMatchObject({
      code: 'unreadable',
      hint: 'Reading it failed: locked: the PDF needs a password.',
    })
  })
})

describe('devices', () => {
  it('are this machine, under an id that stays', async () => {
    using folder = tempFolder()
    using test = testFiles()
    folder.write('a.txt', 'x')
    await test.files.grant(folder.path, run)
    const [device] = test.files.devices()
    expect(device).toEqual({
      id: expect.stringMatching(/^device-[0-9a-f]{8}$/),
      name: 'testhost',
      lastSeen: '2026-11-30T13:00:00+01:00',
      files: 1,
    })
    expect(testFiles({ store: test.store }).files.devices()[0]?.id).toBe(device?.id)
  })
})
