import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { alignmentHooks, createAlignment } from '../alignment/alignment.ts'
import { createBaseDraft } from '../alignment/base-draft.ts'
import { createGrants } from '../settings/grants.ts'
import { createSettings } from '../settings/settings.ts'
import { openSkills } from '../skills/store.ts'
import { sixTools } from '../skills/testing/set-up.ts'
import { openMemoryStore, type Store } from '../store/database.ts'
import { migration as core } from '../store/migrations/pixie-0010-core.ts'
import { migration as skillTables } from '../store/migrations/pixie-0020-skills.ts'
import { migration as draftTables } from '../store/migrations/pixie-0080-skill-drafts.ts'
import { migration as keptDrafts } from '../store/migrations/pixie-0110-kept-drafts.ts'
import { alignmentCommands } from './alignment-commands.ts'
import { mentionsCommands } from './mentions-commands.ts'
import { skillsCommands } from './skills-commands.ts'
import { pixieWith, runCli } from './testing/run-cli.ts'

let store: Store
let folder: string
beforeEach(() => {
  store = openMemoryStore([core, skillTables, draftTables, keptDrafts], [])
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pixie-skills-'))
})
afterEach(() => {
  store.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

function pixie(argv: readonly string[], stdin: string | Uint8Array = '') {
  return runCli(argv, {
    commands: [...mentionsCommands, ...skillsCommands, ...alignmentCommands],
    stdin,
    openPixie: async ({ clock }) => {
      const settings = createSettings(store.pixie)
      const db = store.pixie
      const hooks = alignmentHooks(settings, createBaseDraft(db, clock))
      const skills = openSkills({ db, clock, tools: sixTools, hooks })
      const tokenizer = async () => null
      const alignment = createAlignment({ db, settings, skills, isGranted: () => true, tokenizer })
      const grants = createGrants(store.pixie, clock)
      return pixieWith({ skills, alignment, grants })
    },
  })
}

async function json(argv: readonly string[], stdin?: string) {
  return JSON.parse((await pixie([...argv, '--json'], stdin)).stdout) as unknown
}

function file(name: string, text: string): string {
  const at = path.join(folder, name)
  fs.writeFileSync(at, text)
  return at
}

describe('mentions', () => {
  it('gives slug, offsets in UTF-16 units and kind', async () => {
    expect(await json(['mentions'], '🙂@search-info と@find_fileを a@b.c @nobody')).toEqual([
      { slug: 'search-info', from: 2, to: 14, kind: 'skill' },
      { slug: 'find-file', from: 16, to: 26, kind: 'tool' },
      { slug: 'nobody', from: 34, to: 41, kind: 'unknown' },
    ])
    expect(await json(['mentions'], '')).toEqual([])
    expect((await pixie(['mentions'], '@find-file')).stdout).toBe('0-10         tool     @find-file\n')
  })

  it('knows the handles of this profile in texts without spaces', async () => {
    await pixie(['skills', 'save', '-'], '{"handle": "週報"}')
    expect(await json(['mentions'], '@週報を書く')).toEqual([{ slug: '週報', from: 0, to: 3, kind: 'skill' }])
  })

  it('runs tasks line by line', async () => {
    const tasks = file('tasks.jsonl', '{"id": 1, "text": "@find-file"}\n{"id": "b"}\n{"id": 3, "text": ""}\n')
    const { stdout, code } = await pixie(['mentions', '--tasks', tasks])
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(code).toBe(0)
    expect(lines).toEqual([
      { id: 1, mentions: [{ slug: 'find-file', from: 0, to: 10, kind: 'tool' }] },
      { id: 'b', error: expect.objectContaining({ code: 'invalid-input' }) },
      { id: 3, mentions: [] },
    ])
  })
})

describe('skills', () => {
  const plan = {
    title: 'Plan',
    handle: '@plan',
    shortDescription: 'Plans',
    detailedBody: 'Use @calendar.',
    enabled: true,
    advertised: false,
    examples: ['plan my day'],
  }

  it('saves, shows and lists the shape of the contract, handles with or without @', async () => {
    expect(await json(['skills', 'save', '-'], JSON.stringify({ ...plan, handle: 'Plan' }))).toEqual(plan)
    expect(await json(['skills', 'show', 'plan'])).toEqual(plan)
    expect(await json(['skills', 'show', '@PLAN'])).toEqual(plan)
    expect(await json(['skills', 'export', '@plan'])).toEqual(plan)
    const listed = (await json(['skills', 'list'])) as { handle: string }[]
    expect(listed.map(({ handle }) => handle)).toEqual([
      '@search-info',
      '@check-schedule',
      '@fetch-file',
      '@plan',
    ])
    expect(listed[3]).toEqual(plan)
  })

  it('saves again what it showed, over the same skill', async () => {
    const shown = JSON.stringify(await json(['skills', 'show', 'search-info']))
    const saved = await json(['skills', 'save', file('skill.json', shown), '--id', '@search-info'])
    expect(saved).toEqual(JSON.parse(shown))
  })

  it('takes SKILL.md text, and gives it back byte for byte', async () => {
    await pixie(['skills', 'save', '-'], JSON.stringify({ ...plan, detailedBody: 'Use @calendar.\n\n' }))
    const { stdout } = await pixie(['skills', 'export', 'plan'])
    expect(stdout).toMatch(/Use @calendar\.\n\n$/)
    const saved = await json(['skills', 'save', '-'], stdout)
    expect(saved).toEqual({ ...plan, handle: '@plan-2', detailedBody: 'Use @calendar.\n\n' })
  })

  it('renames everywhere, from a save with --id too', async () => {
    expect(await json(['skills', 'rename', '@fetch-file', 'Get File'])).toMatchObject({ handle: '@get-file' })
    expect(await json(['skills', 'show', 'search-info'])).toMatchObject({
      detailedBody: expect.stringContaining('@get-file'),
    })
    const changed = JSON.stringify({ ...plan, handle: 'look-up', detailedBody: '@search-info' })
    expect(await json(['skills', 'save', '-', '--id', 'search-info'], changed)).toMatchObject({
      handle: '@look-up',
      detailedBody: '@look-up',
    })
  })

  it('lists the closure in binding order, and says what is left out', async () => {
    expect(await json(['skills', 'closure', '@search-info'])).toEqual({
      skills: ['@search-info', '@fetch-file'],
      tools: ['check_notebook', 'list_devices', 'find_file', 'grep_memory'],
    })
    await pixie(['skills', 'save', '-', '--id', 'fetch-file'], '{"enabled": false}')
    const { stdout, stderr } = await pixie(['skills', 'closure', 'search-info', '--json'])
    expect(JSON.parse(stdout)).toEqual({ skills: ['@search-info'], tools: ['check_notebook', 'grep_memory'] })
    expect(stderr).toContain('@fetch-file is switched off')
  })

  it('refuses to delete what is mentioned, unless something takes its place', async () => {
    const refused = await pixie(['skills', 'delete', 'fetch-file', '--json'])
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.stdout)).toMatchObject({
      error: { code: 'skill-in-use', message: expect.stringContaining('@search-info') },
    })
    expect((await pixie(['skills', 'delete', 'fetch-file', '--replace-by', '@find-file'])).code).toBe(0)
    expect((await pixie(['skills', 'show', 'fetch-file'])).code).toBe(1)
    expect(await json(['skills', 'restore', 'fetch-file'])).toMatchObject({ handle: '@fetch-file' })
  })

  it('refuses a dangling mention in one line that says what to do', async () => {
    const { code, stderr } = await pixie(
      ['skills', 'save', '-'],
      '{"handle": "a", "detailedBody": "@whatever @find-fil"}',
    )
    expect(code).toBe(1)
    expect(stderr).toBe(
      'pixie: @a mentions what does not exist (@whatever, @find-fil): Did you mean @find-file for @find-fil? Correct or remove it to save.\n',
    )
  })

  it('imports a file and reports what to look at', async () => {
    const at = file('SKILL.md', '---\nname: sly\nlicense: MIT\n---\nx\u202Ey')
    const { stdout } = await pixie(['skills', 'import', at])
    expect(stdout).toBe(
      'Imported @sly, switched off.\n  not used: front matter: license\n  look at line 5: direction override ("U+202E")\n',
    )
    expect(await json(['skills', 'import', at])).toMatchObject([
      { skill: { handle: '@sly-2', enabled: false }, notHonoured: ['front matter: license'], tooLong: null },
    ])
  })

  it('shows nothing that drives a terminal', async () => {
    await pixie(['skills', 'save', '-'], JSON.stringify({ handle: 'a', detailedBody: 'x\u001B[2Jy' }))
    expect((await pixie(['skills', 'show', 'a'])).stdout).toContain('x\uFFFD[2Jy')
  })
})

describe('alignment', () => {
  it('shows the document, its parts and its price', async () => {
    const view = (await json(['alignment', 'show'])) as Record<string, unknown>
    expect(Object.keys(view)).toEqual(['document', 'parts', 'tokens', 'contextTokens'])
    expect(view.document).toMatch(
      /\n\nYour skills:\n- @search-info: .*\n- @check-schedule: .*\n\nYour tools:\n- @current-date: /,
    )
    expect(view.parts).toMatchObject([
      { part: 'base', estimated: true },
      { part: 'skills' },
      { part: 'tools' },
    ])
    expect((await pixie(['alignment', 'show'])).stdout).toMatch(/\nwhole +~\d+ of 4096 tokens, ~\d+ left\n$/)
  })

  it('takes JSON or plain text, from a file or standard input', async () => {
    expect(await json(['alignment', 'set', '-'], '{"skills": [], "blurbs": ["date"]}')).toMatchObject({
      parts: [{ part: 'base' }, { part: 'blurb:date' }],
    })
    expect(await json(['alignment', 'set', file('base.txt', 'Be kind.\n')])).toMatchObject({
      document: expect.stringMatching(/^Be kind\.\n\nDate: /),
    })
    const { stdout, stderr } = await pixie(['alignment', 'set', '-'], '{"skills": ["@fetch-file"]}')
    expect(stdout).toContain('Planning is off')
    expect(stderr).toContain('@fetch-file is not advertised')
  })

  it('refuses what cannot fit with the same overage as the price says, and keeps what there was', async () => {
    const before = await json(['alignment', 'show'])
    const { code, stdout, stderr } = await pixie(['alignment', 'set', '-', '--json'], 'word '.repeat(30_000))
    expect([code, JSON.parse(stdout).error.code]).toEqual([1, 'context-exceeded'])
    const { parts } = before as { parts: { part: string; text: string; tokens: number }[] }
    const tail = parts.filter(({ part }) => part !== 'base').map(({ text }) => text)
    const whole = Math.ceil(['word '.repeat(30_000).trim(), ...tail].join('\n\n').length / 4)
    expect(stderr).toContain(`(about ${whole - (4_096 - 1_536)} tokens over)`)
    expect(await json(['alignment', 'show'])).toEqual(before)
  })

  it('refuses an unknown skill', async () => {
    const { code, stderr } = await pixie(['alignment', 'set', '-'], '{"skills": ["@nobody"]}')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^pixie: nothing has this handle \(@nobody\): /)
  })
})

describe('working on a skill', () => {
  it('checks a text without saving it: handle, mentions, tree, price', async () => {
    const at = file(
      's.json',
      JSON.stringify({ handle: 'find file', detailedBody: '@fetch-file @serch-info' }),
    )
    const { stdout } = await pixie(['skills', 'check', at])
    expect(stdout).toContain('Would be @find-file-2. @find-file is a tool.')
    expect(stdout).toContain('@serch-info is unknown; did you mean @search-info?')
    expect(stdout).toContain('    @list-devices (may not be used)')
    expect(stdout).toMatch(/Fits with the longest question: ~\d+ tokens left\./)
    expect(await json(['skills', 'check', at, '--id', '@search-info'])).toMatchObject({
      problems: expect.any(Array),
    })
    expect((await pixie(['skills', 'show', 'find-file-2'])).code).not.toBe(0)
  })

  it('names what is not seen in a mention of nothing', async () => {
    const at = file('s.json', JSON.stringify({ handle: 'a', detailedBody: '@cal\u200Bendar' }))
    const hidden = 'a zero-width space (U+200B) stands right after it; take that out'
    expect((await pixie(['skills', 'check', at])).stdout).toContain(
      `@cal is unknown; look closely: ${hidden}; did you mean @calendar?`,
    )
    expect(await json(['skills', 'check', at])).toMatchObject({
      unknown: [{ slug: 'cal', meant: 'calendar', hidden }],
    })
    expect((await pixie(['skills', 'save', at])).stderr).toContain(`Look closely at @cal: ${hidden}.`)
  })

  it('takes the last rename back', async () => {
    await pixie(['skills', 'rename', '@fetch-file', '@get-file'])
    expect((await pixie(['skills', 'undo'])).stdout).toBe('Taken back: renamed @fetch-file to @get-file.\n')
    expect((await pixie(['skills', 'closure', 'search-info'])).stdout).toContain('@fetch-file')
    expect((await pixie(['skills', 'undo'])).stderr).toContain('nothing to take back')
  })

  it('tells whoever mentions a skill that is switched off', async () => {
    const off = await pixie(['skills', 'save', '-', '--id', 'fetch-file'], '{"enabled": false}')
    expect(off.stderr).toContain('@search-info mentions it, and it brings nothing while it is switched off.')
    const user = await pixie(['skills', 'save', '-'], '{"handle": "mine", "detailedBody": "@fetch-file"}')
    expect(user.stderr).toContain('It mentions @fetch-file, which is switched off and brings nothing.')
  })
})
