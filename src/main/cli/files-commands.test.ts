import { describe, expect, it } from 'vitest'
import { tempFolder } from '../files/testing/temp-folder.ts'
import { type TestFiles, testFiles } from '../files/testing/test-files.ts'
import { filesCommands } from './files-commands.ts'
import { pixieWith, runCli } from './testing/run-cli.ts'

const pixie = (test: TestFiles, ...argv: string[]) =>
  runCli(argv, {
    commands: filesCommands,
    // The files commands use no other part of it.
    openPixie: async () => pixieWith({ files: test.files }),
  })
const json = async (test: TestFiles, ...argv: string[]): Promise<unknown> =>
  JSON.parse((await pixie(test, ...argv, '--json')).stdout)

describe('the files commands', () => {
  it('grant, report, search and revoke with the shapes that scripts rely on', async () => {
    using folder = tempFolder()
    using test = testFiles()
    const file = folder.write('in/lease.txt', 'notice period', '2026-06-01')
    const picture = folder.write('in/roof.jpg', 'x', '2026-06-01')
    expect(await json(test, 'files', 'grant', folder.at('in'))).toMatchObject({
      indexed: 1,
      skipped: 1,
      failed: 0,
    })
    expect(await json(test, 'files', 'status')).toEqual({
      indexed: 1,
      skipped: 1,
      failed: 0,
      items: [
        { path: file, state: 'indexed', reason: null },
        { path: picture, state: 'skipped', reason: 'unsupported kind, found by its name only' },
      ],
    })
    expect(await json(test, 'files', 'search', 'notice', '--limit', '1')).toEqual({
      hits: [
        {
          path: file,
          title: 'lease.txt',
          score: expect.any(Number),
          reason: 'text match on line 1, 5 months old',
          location: 'line 1',
          device: test.files.devices()[0]?.id,
        },
      ],
    })
    expect(await json(test, 'devices', 'list')).toEqual([
      { id: expect.any(String), name: 'testhost', lastSeen: '2026-11-30T13:00:00+01:00', files: 2 },
    ])
    expect(await json(test, 'files', 'scan')).toMatchObject({ kept: 2, indexed: 1 })
    expect(await json(test, 'files', 'revoke', folder.at('in'))).toEqual({
      folder: folder.at('in'),
      removed: 2,
    })
    expect(await json(test, 'files', 'search', 'notice')).toEqual({ hits: [] })
  })
  it('print exactly the text of a file', async () => {
    using folder = tempFolder()
    using test = testFiles()
    const text = 'no line break at the end \u00e9\r\n\tx'
    const file = folder.write('in/a.txt', text)
    await pixie(test, 'files', 'grant', folder.at('in'))
    expect(await pixie(test, 'files', 'text', file)).toEqual({ code: 0, stdout: text, stderr: '' })
    expect(await json(test, 'files', 'text', file)).toEqual({ path: file, text })
  })
  it('refuse in one line', async () => {
    using folder = tempFolder()
    using test = testFiles()
    folder.write('in/a.txt', 'x')
    await pixie(test, 'files', 'grant', folder.at('in'))
    const refused = async (...argv: string[]) => {
      const { code, stdout, stderr } = await pixie(test, ...argv)
      expect(stdout).toBe('')
      expect(stderr).toMatch(/^pixie: [^\n]+\n$/)
      return code
    }
    expect(await refused('files', 'grant', '/')).toBe(1)
    expect(await refused('files', 'grant', folder.at('none'))).toBe(1)
    expect(await refused('files', 'text', '/etc/hostname')).toBe(1)
    expect(await refused('files', 'search', 'x', '--device', 'phone')).toBe(1)
    expect(await refused('files', 'search', 'x', '--limit', '0')).toBe(2)
    expect(await refused('files', 'search', 'x', '--limit', 'many')).toBe(2)
  })
  it('say in plain lines what is left out and why', async () => {
    using folder = tempFolder()
    using test = testFiles()
    folder.write('in/.secret', 'x')
    folder.write('in/a.txt', 'x')
    expect((await pixie(test, 'files', 'grant', folder.at('in'))).stdout).toBe(
      `Granted ${folder.at('in')}: 1 indexed, 1 skipped, 0 failed.\n`,
    )
    expect((await pixie(test, 'files', 'status')).stdout).toBe(
      `granted  ${folder.at('in')}\n1 indexed, 1 skipped, 0 failed\nskipped  ${folder.at('in/.secret')}  (a hidden file)\n`,
    )
    folder.write('in/evil\u001b[2J\n.jpg', 'x')
    await pixie(test, 'files', 'scan')
    expect((await pixie(test, 'files', 'search', 'evil')).stdout).toContain('/evil\ufffd[2J\ufffd.jpg\n')
    expect((await pixie(test, 'files', 'search', 'nonesuch')).stdout).toBe('No file matches.\n')
  })
})
