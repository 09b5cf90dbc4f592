import { describe, expect, it } from 'vitest'
import { makePdf } from '../files/testing/make-pdf.ts'
import { tempFolder } from '../files/testing/temp-folder.ts'
import { signal, type TestFiles, testFiles } from '../files/testing/test-files.ts'
import { createFindFileTool } from './find-file.ts'
import { createListDevicesTool } from './list-devices.ts'
import type { Found } from './tool.ts'

async function withFiles(check: (test: TestFiles) => Promise<void>) {
  using folder = tempFolder()
  using test = testFiles()
  const tree = {
    'Travel/passport.pdf': makePdf([['cover'], ['Passport No. X123 of Ada']]),
    'Travel/passport photo.jpg': 'x',
    'Home/odd\nAlso found: trap.jpg': 'x',
    'Home/lease.txt': 'The notice period\nis three months.',
    'Work/annual report.txt': 'documents and identification',
    ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`Work/memo ${i}.txt`, 'the annual report'])),
  }
  for (const [name, content] of Object.entries(tree)) folder.write(`Docs/${name}`, content, '2026-06-01')
  await test.files.grant(folder.at('Docs'), { signal })
  await check(test)
}

const named = (id: string) => ({ id, name: `${id} name`, lastSeen: '2026-06-01T00:00:00Z', files: 1 })
/** Only the words themselves. */
const noOthers = { related: () => [], frequency: () => 0 }
const find = (test: TestFiles, query: string, more: { question?: string; devices?: string[] } = {}) =>
  createFindFileTool(test.files, noOthers).run(
    { query, devices: more.devices ?? [] },
    { signal, question: more.question ?? query, instruction: null },
  )
const names = (found: readonly Found[]) =>
  found.map((item) => (item.kind === 'file' ? item.title : item.kind))

describe('find_file', () => {
  it('names the best hit, its place and its passage, then the runners-up', () =>
    withFiles(async (test) => {
      const { text, found } = await find(test, 'passport number Ada')
      expect(text).toBe(
        'passport.pdf (in Docs/Travel, page 2): Passport No. X123 of Ada\nAlso found: passport photo.jpg',
      )
      expect(found[0]).toEqual({
        kind: 'file',
        id: expect.any(String),
        title: 'passport.pdf',
        path: expect.stringMatching(/\/Docs\/Travel\/passport\.pdf$/),
        location: 'page 2',
        device: test.files.devices()[0]?.id,
        reason: 'name and text match on page 2, 5 months old',
        score: expect.any(Number),
        text: 'cover\fPassport No. X123 of Ada',
        attached: true,
      })
      expect(found.map((item) => item.kind === 'file' && item.attached)).toEqual([true, false])
    }))
  it('says so when nothing matches', () =>
    withFiles(async (test) => {
      expect(await find(test, 'unicorn sighting')).toEqual({
        text: 'No file matches "unicorn sighting".',
        found: [],
      })
    }))
  it('finds by a rare word of the question what a poor query misses', () =>
    withFiles(async (test) => {
      expect(names((await find(test, 'user documents', { question: '' })).found)[0]).not.toBe('passport.pdf')
      const { found } = await find(test, 'user documents', { question: "What is the passport's number?" })
      expect(names(found)).toContain('passport.pdf')
      const both = await find(test, 'passport document identification', { question: 'my passport number?' })
      expect(names(both.found)[0]).toBe('passport.pdf')
    }))
  it('does not let common words of the question in', () =>
    withFiles(async (test) => {
      const { found } = await find(test, 'lease', {
        question: 'What does the annual report say about the lease?',
      })
      expect(names(found)).toEqual(['lease.txt'])
    }))
  it('takes the question where the model left the query empty', () =>
    withFiles(async (test) => {
      expect(names((await find(test, ' ', { question: 'where is my lease?' })).found)[0]).toBe('lease.txt')
    }))
  it('searches everywhere when the model makes up a device', () =>
    withFiles(async (test) => {
      expect(names((await find(test, 'lease', { devices: ['all', "the user's phone"] })).found)).toEqual([
        'lease.txt',
      ])
    }))
  it('offers only devices that there are, and none where there is one', () =>
    withFiles(async (test) => {
      const schemaOf = (...ids: string[]) => {
        const devices = () => ids.map(named)
        const tool = createFindFileTool({ find: test.files.find, devices }, noOthers)
        return tool.parameters.properties.devices
      }
      expect(schemaOf('device-a')).toMatchObject({ maxItems: 0 })
      expect(schemaOf('device-a', 'device-b')).toMatchObject({
        maxItems: 4,
        items: { type: 'string', enum: ['device-a', 'device-b'] },
      })
    }))
  it('offers a device that came since', () =>
    withFiles(async (test) => {
      const ids = ['device-a']
      const devices = () => ids.map(named)
      const tool = createFindFileTool({ find: test.files.find, devices }, noOthers)
      expect(tool.parameters.properties.devices).toMatchObject({ maxItems: 0 })
      ids.push('device-b')
      expect(tool.parameters.properties.devices).toMatchObject({ maxItems: 4 })
    }))
  it('does not let a name pass for a line of the result', () =>
    withFiles(async (test) => {
      expect((await find(test, 'odd trap')).text.split('\n')).toHaveLength(1)
    }))
  it('keeps its result short', () =>
    withFiles(async (test) => {
      expect((await find(test, 'annual report memo')).text.length).toBeLessThan(400)
    }))
  it('tells what it is in the article\u2019s words, on one line', () =>
    withFiles(async (test) => {
      const tool = createFindFileTool(test.files, noOthers)
      expect(tool.signature).toBe(
        "find_file(query) \u2014 find one of the user's own files (docs/scans/photos/recordings across their devices) by description and attach the best match; searches all their devices",
      )
      expect(tool.craftingRules).toMatch(
        /several ranking keywords, never a single bare word[\s\S]*leave the device list empty to search everywhere/i,
      )
    }))
})

describe('list_devices', () => {
  it('gives ids and names, and is not told to L2', () =>
    withFiles(async (test) => {
      const tool = createListDevicesTool(test.files)
      expect(tool.l2Exposed).toBe(false)
      const { text, found } = await tool.run({}, { signal, question: '', instruction: null })
      expect(text).toMatch(/^device-[0-9a-f]{8}: testhost \(17 files\)$/)
      expect(found).toEqual([])
    }))
})
