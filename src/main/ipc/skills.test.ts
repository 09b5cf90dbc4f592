import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { CallName, Params, Result } from '../../shared/contract/index.ts'
import type { SkillDraftFields } from '../../shared/contract/skills.ts'
import { alignmentHandlers } from './alignment.ts'
import { createRuns } from './runs.ts'
import { skillsHandlers } from './skills.ts'
import { checked, type TestServices, testServices } from './testing/test-services.ts'

type Name = Extract<CallName, `skills.${string}` | `alignment.${string}`>

/** Calls as the window makes them, held to the contract on the way back. */
function caller(test: TestServices) {
  const handlers = { ...skillsHandlers(test.services), ...alignmentHandlers(test.services) }
  return async <N extends Name>(name: N, params: Params<N>): Promise<Result<N>> =>
    checked(name, await (handlers[name] as (params: Params<N>) => unknown)(params)) // one handler a name
}

const fields = (handle: string, more: Partial<SkillDraftFields> = {}): SkillDraftFields => ({
  handle,
  shortDescription: `${handle} does it`,
  detailedBody: '',
  enabled: true,
  advertised: true,
  examples: [],
  ...more,
})

const topics = ({ published }: TestServices) => published.map(({ payload }) => payload)

it('saves a new skill, drops its draft, and says so', async () => {
  await using test = testServices()
  const call = caller(test)
  await call('skills.save-draft', { key: null, kept: { draft: fields('pl'), basedOn: null } })
  expect((await call('skills.list', {})).hasNewDraft).toBe(true)
  const draft = fields('plan', { detailedBody: '@find_file', examples: ['plan it', ' '] })
  const saved = await call('skills.save', { key: null, draft, seen: null })
  expect(saved).toMatchObject({ slug: 'plan', renamed: null })
  expect((await call('skills.list', {})).hasNewDraft).toBe(false)
  expect(await call('skills.get', { handle: '@Plan' })).toMatchObject({
    key: saved.key,
    fields: { examples: ['plan it'] },
  })
  expect(topics(test)).toEqual([{ topics: ['drafts'] }, { topics: ['skills', 'alignment'] }])
})

it('refuses a dangling mention on its own, whatever the window thought, and keeps the draft', async () => {
  await using test = testServices()
  const call = caller(test)
  const draft = fields('plan', { detailedBody: '@nothing-like-it' })
  await call('skills.save-draft', { key: null, kept: { draft, basedOn: null } })
  await expect(call('skills.save', { key: null, draft, seen: null })).rejects.toMatchObject({
    code: 'unknown-mention',
  })
  expect(await call('skills.draft', { key: null })).toEqual({ draft, basedOn: null })
})

it('saves as a skill of its own what was written over one that was deleted meanwhile, and keeps it till then', async () => {
  await using test = testServices()
  const call = caller(test)
  const { key, fields: before } = await call('skills.get', { handle: 'search-info' })
  const draft = { ...before, detailedBody: 'Mine: @find-file' }
  test.services.pixie.skills.delete('search-info')
  expect(await call('skills.opened', { key })).toBeNull()
  await call('skills.save-draft', { key, kept: { draft, basedOn: before } })
  expect((await call('skills.list', {})).hasNewDraft).toBe(true)
  expect(await call('skills.draft', { key: null })).toEqual({ draft, basedOn: null })
  expect(await call('skills.save', { key, draft, seen: before })).toMatchObject({
    slug: 'search-info',
    renamed: null,
  })
  await call('skills.save-draft', { key: null, kept: null })
  expect((await call('skills.list', {})).hasNewDraft).toBe(false)
})

it('goes on with an open skill that was renamed meanwhile: its draft and its save are of that skill', async () => {
  await using test = testServices()
  const call = caller(test)
  const { key, fields: before } = await call('skills.get', { handle: 'search-info' })
  test.services.pixie.skills.save({ handle: 'look-up' }, 'search-info')
  const draft = { ...before, shortDescription: 'Mine.' }
  await call('skills.save-draft', { key, kept: { draft, basedOn: before } })
  const rows = (await call('skills.list', {})).skills
  expect(rows.flatMap(({ slug, hasDraft }) => (hasDraft ? [slug] : []))).toEqual(['look-up'])
  const now = await call('skills.opened', { key })
  expect(now).toMatchObject({ slug: 'look-up', fields: { handle: 'look-up' } })
  const seen = now?.fields ?? before
  const saved = await call('skills.save', { key, draft: { ...draft, handle: 'look-up' }, seen })
  expect(saved).toEqual({ key, slug: 'look-up', renamed: null })
  expect((await call('skills.list', {})).skills).toHaveLength(rows.length)
})

it('does not write over what was changed elsewhere and not seen', async () => {
  await using test = testServices()
  const call = caller(test)
  const { key, fields: seen } = await call('skills.get', { handle: 'search-info' })
  test.services.pixie.skills.save({ shortDescription: 'Theirs.' }, 'search-info')
  const draft = { ...seen, detailedBody: 'Mine: @find-file' }
  await expect(call('skills.save', { key, draft, seen })).rejects.toMatchObject({ code: 'changed-meanwhile' })
  const now = { ...seen, shortDescription: 'Theirs.' }
  expect((await call('skills.opened', { key }))?.fields).toEqual(now)
  await call('skills.save', { key, draft: { ...draft, shortDescription: 'Theirs.' }, seen: now })
  expect((await call('skills.opened', { key }))?.fields).toEqual({ ...draft, shortDescription: 'Theirs.' })
})

it('keeps base instructions that are being written until they are saved, and saves over none that were not seen', async () => {
  await using test = testServices()
  const call = caller(test)
  const { base } = await call('alignment.show', {})
  const draft = { text: 'Mine.', basedOn: base }
  await call('alignment.save-draft', { draft })
  await call('alignment.set', { blurbs: ['files'] })
  await test.pixie.alignment.set({ base: 'Theirs.' })
  expect(await call('alignment.draft', {})).toEqual(draft)
  await expect(call('alignment.set', { base: 'Mine.', replaces: base })).rejects.toMatchObject({
    code: 'changed-meanwhile',
  })
  expect(await call('alignment.draft', {})).toEqual(draft)
  expect((await call('alignment.set', { base: 'Mine.', replaces: 'Theirs.' })).base).toBe('Mine.')
  expect(await call('alignment.draft', {})).toBeNull()
})

it('renames everywhere, says in how many skills, and takes it back', async () => {
  await using test = testServices()
  const call = caller(test)
  const before = await call('skills.get', { handle: 'search-info' })
  const { key, fields: fetch } = await call('skills.get', { handle: 'fetch-file' })
  const draft = { ...fetch, handle: 'get it' }
  const renamed = await call('skills.save', { key, draft, seen: fetch })
  expect(renamed).toEqual({ key, slug: 'get-it', renamed: { from: 'fetch-file', to: 'get-it', skills: 1 } })
  expect((await call('skills.get', { handle: 'search-info' })).fields.detailedBody).toContain('@get-it')
  expect(await call('skills.undo', {})).toEqual({ what: 'renamed @fetch-file to @get-it' })
  expect(await call('skills.get', { handle: 'search-info' })).toEqual(before)
})

it('names who mentions a skill that is to go, replaces it, and brings all of it back', async () => {
  await using test = testServices()
  const call = caller(test)
  await expect(call('skills.delete', { handle: 'fetch-file', replaceBy: null })).rejects.toMatchObject({
    code: 'skill-in-use',
    value: '@search-info',
  })
  await call('skills.delete', { handle: 'fetch-file', replaceBy: 'find-file' })
  expect((await call('skills.list', {})).absentBuiltins.map(({ name }) => name)).toEqual(['fetch-file'])
  await call('skills.undo', {})
  expect((await call('skills.list', {})).absentBuiltins).toEqual([])
})

it('duplicates beside the original without competing with it', async () => {
  await using test = testServices()
  const call = caller(test)
  expect(await call('skills.duplicate', { handle: 'search-info' })).toEqual({ slug: 'search-info-2' })
  const rows = (await call('skills.list', {})).skills
  expect(rows.find(({ slug }) => slug === 'search-info-2')).toMatchObject({
    advertised: false,
    isOnMenu: false,
    origin: 'own',
  })
})

it('tells whoever mentions a skill that was switched off', async () => {
  await using test = testServices()
  const call = caller(test)
  await call('skills.set', { handle: 'fetch-file', enabled: false })
  const rows = (await call('skills.list', {})).skills
  expect(rows.find(({ slug }) => slug === 'search-info')?.mentionsDisabled).toEqual(['fetch-file'])
  const { key, fields: search } = await call('skills.get', { handle: 'search-info' })
  const check = await call('skills.check', { key, draft: search })
  expect(check.disabled).toEqual(['fetch-file'])
  expect(check.tools).toEqual(['check_notebook', 'grep_memory'])
})

it('imports a chosen folder with its report, exports it again, and does nothing when the dialog is cancelled', async () => {
  await using test = testServices()
  const call = caller(test)
  expect(await call('skills.import', {})).toBeNull()
  const folder = join(test.root, 'prep')
  mkdirSync(folder)
  writeFileSync(join(folder, 'SKILL.md'), '---\nname: prep\ndescription: P\u200breps.\n---\n\nUse @calendar.')
  writeFileSync(join(folder, 'run.py'), '')
  test.chosen.push(folder, test.root)
  expect(await call('skills.import', {})).toEqual([
    {
      slug: 'prep',
      enabled: false,
      notHonoured: ['run.py'],
      hidden: [{ kind: 'invisible', line: 3, count: 1, text: 'U+200B', what: 'zero-width space' }],
      tooLong: null,
    },
  ])
  expect(await call('skills.export', { handle: 'prep' })).toBe('prep-2/SKILL.md')
  expect(readFileSync(join(test.root, 'prep-2/SKILL.md'), 'utf8')).toContain('Use @calendar.')
  expect(await call('skills.export', { handle: 'prep' })).toBeNull()
})

it('keeps what the owner allows apart from what the model is told', async () => {
  await using test = testServices()
  const call = caller(test)
  const grants = test.pixie.grants.list('tool')
  const on = await call('alignment.set', { blurbs: ['files', 'notebook', 'calendar', 'date'] })
  expect(on.parts.map(({ part }) => part)).toEqual([
    'base',
    'blurb:notebook',
    'blurb:files',
    'blurb:calendar',
    'blurb:date',
    'skills',
    'tools',
  ])
  await call('alignment.set', { blurbs: [] })
  expect(test.pixie.grants.list('tool')).toEqual(grants)
  test.pixie.grants.remove('tool', 'find_file')
  const files = (await call('alignment.show', {})).blurbs.find(({ name }) => name === 'files')
  expect(files).toMatchObject({ isOn: false, isGranted: false })
})

it('prices a change without making it, and refuses what cannot fit with the exact overage', async () => {
  await using test = testServices()
  const call = caller(test)
  const before = await call('alignment.show', {})
  const priced = await call('alignment.price', { base: 'x'.repeat(12_000), skills: [] })
  expect(priced).toMatchObject({
    mode: 'direct',
    tokens: 3_000,
    over: 3_000 - (4_096 - 1_536),
    isExact: false,
  })
  expect(await call('alignment.show', {})).toEqual(before)
  await expect(call('alignment.set', { base: 'x'.repeat(12_000), skills: [] })).rejects.toMatchObject({
    code: 'context-exceeded',
    value: 'about 440 tokens over',
  })
  await expect(call('alignment.set', { base: '\ud800' })).rejects.toMatchObject({ code: 'invalid-input' })
  expect(await call('alignment.show', {})).toEqual(before)
})

it('shows the selection in menu order, then the others, and whether the base is the default', async () => {
  await using test = testServices()
  const call = caller(test)
  expect((await call('alignment.show', {})).isEverySkill).toBe(true)
  const state = await call('alignment.set', { skills: ['check-schedule', 'search-info'], base: 'Mine.' })
  expect(state.skills.map(({ slug, isSelected }) => [slug, isSelected])).toEqual([
    ['check-schedule', true],
    ['search-info', true],
    ['fetch-file', false],
  ])
  expect(state).toMatchObject({ base: 'Mine.', isDefaultBase: false })
  expect((await call('alignment.set', { base: null })).isDefaultBase).toBe(true)
})

it('ends a run that was cancelled, before and while it works, and only that', async () => {
  const runs = createRuns()
  const hang = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
    })
  const first = runs.run('a', hang)
  const other = runs.run('b', async () => 'done')
  runs.cancel('a')
  runs.cancel('nobody')
  await expect(first).rejects.toMatchObject({ code: 'stopped' })
  expect(await other).toBe('done')
  const again = runs.run('a', hang)
  const newer = runs.run('a', async () => 2)
  await expect(again).rejects.toMatchObject({ code: 'stopped' })
  expect(await newer).toBe(2)
})
