import { rmSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import type { Scan } from '../../shared/contract/files.ts'
import { createFileBackground, type FileBackground } from './background.ts'
import { tempFolder } from './testing/temp-folder.ts'
import { testFiles } from './testing/test-files.ts'

interface Test extends Disposable {
  readonly background: FileBackground
  readonly files: ReturnType<typeof testFiles>['files']
  readonly told: Scan[]
  readonly watched: string[][]
  changes(): number
  /** As the disk does when something in the folder changed. */
  touch(folder: string): void
}

function setUp(): Test {
  const test = testFiles()
  const told: Scan[] = []
  const watched: string[][] = []
  let changes = 0
  let touch: (folder: string) => void = () => undefined
  const background = createFileBackground({
    files: test.files,
    watch(onChange) {
      touch = onChange
      return { watch: (folders) => watched.push([...folders]), close: () => Promise.resolve() }
    },
    onProgress: (scan) => told.push(scan),
    onChange: () => {
      changes += 1
    },
  })
  return {
    background,
    files: test.files,
    told,
    watched,
    changes: () => changes,
    touch: (folder) => touch(folder),
    [Symbol.dispose]: () => test[Symbol.dispose](),
  }
}

const idle = (test: Test) =>
  vi.waitFor(() => expect(test.background.state().isRunning).toBe(false), { timeout: 10_000 })

describe('granting in the background', () => {
  it('grants at once, reads on its own and tells how it goes', async () => {
    using folder = tempFolder()
    using test = setUp()
    folder.write('a.txt', 'alpha')
    folder.write('b.txt', 'beta')
    expect(test.background.grant(folder.path)).toEqual({ folder: folder.path, coveredBy: null })
    expect(test.files.folders()).toEqual([folder.path])
    expect(test.background.state()).toMatchObject({ isRunning: true, folder: folder.path })
    await idle(test)
    expect(test.files.counts()).toEqual({ indexed: 2, skipped: 0, failed: 0 })
    expect(test.told[0]).toMatchObject({ isRunning: true, seen: 0 })
    expect(test.told.at(-1)).toEqual({ isRunning: false, folder: null, seen: 2, name: '', error: null })
    expect(test.watched.at(-1)).toEqual([folder.path])
  })

  it('refuses what may not be granted and changes nothing', () => {
    using test = setUp()
    expect(() => test.background.grant('/')).toThrow(expect.objectContaining({ code: 'invalid-input' }))
    expect(test.files.folders()).toEqual([])
    expect(test.changes()).toBe(0)
  })

  it('reads folders one after the other and counts the files of all', async () => {
    using folder = tempFolder()
    using test = setUp()
    folder.write('one/a.txt', 'x')
    folder.write('two/b.txt', 'x')
    test.background.grant(folder.at('one'))
    test.background.grant(folder.at('two'))
    expect(test.background.isWaiting(folder.at('two'))).toBe(true)
    await idle(test)
    expect(test.background.state().seen).toBe(2)
  })

  it('lets a search see what is there while the folder is read', async () => {
    using folder = tempFolder()
    using test = setUp()
    for (let i = 0; i < 40; i++) folder.write(`${i}.txt`, `number ${i}`)
    test.background.grant(folder.path)
    const { signal } = new AbortController()
    const before = await test.files.find({ query: 'number', question: '', devices: [], limit: 5, signal })
    expect(test.background.state().isRunning).toBe(true)
    expect(before.length).toBeLessThanOrEqual(5)
    await idle(test)
    expect(await test.files.browse('number', 5)).toHaveLength(5)
  })
})

describe('stopping', () => {
  it('keeps what was read, and a later scan goes on', async () => {
    using folder = tempFolder()
    using test = setUp()
    for (let i = 0; i < 40; i++) folder.write(`${i}.txt`, `number ${i}`)
    test.background.grant(folder.path)
    test.background.cancel()
    await idle(test)
    expect(test.background.state().error).toBeNull()
    expect(test.files.folderStates()[0]).toMatchObject({ folder: folder.path, readAtMs: null })
    expect(test.files.counts().indexed).toBeLessThan(40)
    test.background.scan()
    await idle(test)
    expect(test.files.counts().indexed).toBe(40)
  })

  it('forgets a folder that is taken back while it is read, and reads the others all the same', async () => {
    using folder = tempFolder()
    using test = setUp()
    for (let i = 0; i < 20; i++) folder.write(`one/${i}.txt`, `number ${i}`)
    folder.write('two/b.txt', 'beta')
    test.background.grant(folder.at('one'))
    test.background.grant(folder.at('two'))
    await test.background.revoke(folder.at('one'))
    await idle(test)
    expect(test.files.folders()).toEqual([folder.at('two')])
    expect(test.files.counts()).toEqual({ indexed: 1, skipped: 0, failed: 0 })
  })

  it('ends when the files are closed', async () => {
    using folder = tempFolder()
    using test = setUp()
    for (let i = 0; i < 40; i++) folder.write(`${i}.txt`, 'x')
    test.background.grant(folder.path)
    await test.files.close()
    await idle(test)
    test.background.scan()
    expect(test.background.state().isRunning).toBe(false)
  })
})

describe('taking a folder back', () => {
  it('can be undone once, by the path that was taken back and no other', async () => {
    using folder = tempFolder()
    using test = setUp()
    folder.write('a.txt', 'alpha')
    test.background.grant(folder.path)
    await idle(test)
    expect(await test.background.revoke(folder.path)).toBe(1)
    expect(() => test.background.undoRevoke('/etc')).toThrow(expect.objectContaining({ code: 'not-found' }))
    test.background.undoRevoke(folder.path)
    await idle(test)
    expect(await test.files.browse('alpha', 5)).toHaveLength(1)
    expect(() => test.background.undoRevoke(folder.path)).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    )
  })
})

describe('changes on the disk', () => {
  it('are read without being asked for', async () => {
    using folder = tempFolder()
    using test = setUp()
    test.background.grant(folder.path)
    await idle(test)
    folder.write('new.txt', 'kingfisher')
    test.touch(folder.path)
    await idle(test)
    expect(await test.files.browse('kingfisher', 5)).toHaveLength(1)
  })

  it('of a folder that is no longer granted are not read', async () => {
    using folder = tempFolder()
    using test = setUp()
    test.background.grant(folder.path)
    await idle(test)
    await test.background.revoke(folder.path)
    test.touch(folder.path)
    expect(test.background.state().isRunning).toBe(false)
  })

  it('are looked for when the window comes to the front, but not again and again', async () => {
    using folder = tempFolder()
    using test = setUp()
    test.background.grant(folder.path)
    await idle(test)
    test.background.refresh()
    expect(test.background.state().isRunning).toBe(true)
    await idle(test)
    test.background.refresh()
    expect(test.background.state().isRunning).toBe(false)
  })

  it('that took the whole folder away leave it granted and say nothing but that it was read', async () => {
    using folder = tempFolder()
    using test = setUp()
    folder.write('in/a.txt', 'x')
    test.background.grant(folder.at('in'))
    await idle(test)
    rmSync(folder.at('in'), { recursive: true })
    test.background.scan()
    await idle(test)
    expect(test.background.state().error).toBeNull()
    expect(test.files.folders()).toEqual([folder.at('in')])
  })
})
