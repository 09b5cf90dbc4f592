import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSettings, type SettingsStore } from '../settings/settings.ts'
import { openSkills, type Skills } from '../skills/store.ts'
import { sixTools } from '../skills/testing/set-up.ts'
import { openMemoryStore, type Store } from '../store/database.ts'
import { migration as core } from '../store/migrations/pixie-0010-core.ts'
import { migration as skillTables } from '../store/migrations/pixie-0020-skills.ts'
import { migration as draftTables } from '../store/migrations/pixie-0080-skill-drafts.ts'
import { migration as keptDrafts } from '../store/migrations/pixie-0110-kept-drafts.ts'
import { type AlignmentDeps, alignmentHooks, createAlignment, parseAlignmentChange } from './alignment.ts'
import { createBaseDraft } from './base-draft.ts'
import { composeParts, defaultBase, documentOf, shippedTexts } from './compose.ts'
import { priceParts } from './ledger.ts'

let store: Store
let settings: SettingsStore
let skills: Skills
beforeEach(() => {
  store = openMemoryStore([core, skillTables, draftTables, keptDrafts], [])
  settings = createSettings(store.pixie)
  const clock = { now: () => 0, zone: 'UTC' }
  const hooks = alignmentHooks(settings, createBaseDraft(store.pixie, clock))
  skills = openSkills({ db: store.pixie, clock, tools: sixTools, hooks })
})
afterEach(() => store.close())

const alignmentOf = (deps: Partial<AlignmentDeps> = {}) =>
  createAlignment({
    db: store.pixie,
    settings,
    skills,
    isGranted: () => true,
    tokenizer: async () => null,
    ...deps,
  })

/** The tail of the article's section 6, its lines unwrapped. */
const articleTail = `Your skills:
- @search-info: The skill to use whenever you need to find some information the user asked for — it checks every place that information could live.
- @check-schedule: Check the user's calendar — meetings, appointments, free/busy — for a specific day or a relative one like today, tomorrow, this weekend or next week.

Your tools:
- @current-date: You do NOT know the current date/day on your own — use this for ANY question about today's date or day of the week.`

describe('the document', () => {
  it('with the default built-ins is the base instructions and the tail that the article shows', () => {
    const alignment = alignmentOf()
    expect(alignment.document()).toBe(`${defaultBase}\n\n${articleTail}`)
    expect(alignment.mode()).toBe('plan')
  })

  it('is base and blurbs alone when no skill is selected', async () => {
    const alignment = alignmentOf()
    await alignment.set({ base: 'Be kind.\n', skills: [], blurbs: ['date', 'notebook', 'date'] })
    const [, notebook, , , date] = shippedTexts()
    expect(alignment.document()).toBe(`Be kind.\n\n${notebook}\n\n${date}`)
    expect(alignment.mode()).toBe('direct')
    expect(alignment.menu()).toEqual([])
  })

  it('can be had for direct mode without changing what is selected', () => {
    const alignment = alignmentOf()
    expect(alignment.document('direct')).toBe(defaultBase)
    expect(alignment.mode()).toBe('plan')
  })

  it('stands in direct mode when what is selected is switched off or not advertised', async () => {
    const alignment = alignmentOf()
    await alignment.set({ skills: ['@fetch-file', 'check-schedule'] })
    skills.save({ enabled: false }, 'check-schedule')
    expect(alignment.mode()).toBe('direct')
    skills.save({ advertised: true }, 'fetch-file')
    expect(alignment.menu().map(({ slug }) => slug)).toEqual(['fetch-file', 'current-date'])
  })

  it('puts blurbs before the skills, in their own order, and skills in the order of the selection', async () => {
    const alignment = alignmentOf()
    await alignment.set({ skills: ['check-schedule', 'search-info'], blurbs: ['date', 'files'] })
    expect((await alignment.show()).parts.map(({ part }) => part)).toEqual([
      'base',
      'blurb:files',
      'blurb:date',
      'skills',
      'tools',
    ])
    expect(alignment.document()).toMatch(/Your skills:\n- @check-schedule: .*\n- @search-info: /)
  })

  it('has all four blurbs off at first', async () => {
    expect((await alignmentOf().show()).parts.map(({ part }) => part)).toEqual(['base', 'skills', 'tools'])
  })

  it('does not offer a tool that was not granted', () => {
    const alignment = alignmentOf({ isGranted: (tool) => tool !== 'current_date' })
    expect(alignment.document()).not.toContain('Your tools:')
  })

  it('shows what it sends, and its parts are all of it', async () => {
    const alignment = alignmentOf()
    await alignment.set({ blurbs: ['files'] })
    const { document, parts } = await alignment.show()
    expect(document).toBe(alignment.document())
    expect(parts.map(({ text }) => text).join('\n\n')).toBe(document)
  })
})

describe('changing it', () => {
  it('resets the base instructions with null, and leaves alone what a change does not name', async () => {
    const alignment = alignmentOf()
    await alignment.set({ base: 'Mine.', skills: ['search-info'], blurbs: ['date'] })
    await alignment.set({ base: null })
    expect(alignment.base()).toBe(defaultBase)
    expect(settings.get('selectedSkills')).toEqual(['search-info'])
    await alignment.set({ skills: null })
    expect(settings.get('selectedSkills')).toBeNull()
    expect(settings.get('blurbsOn')).toEqual(['date'])
  })

  it('refuses an unknown skill with a suggestion, and changes nothing', async () => {
    const alignment = alignmentOf()
    await expect(alignment.set({ base: 'New.', skills: ['@serch-info'] })).rejects.toMatchObject({
      code: 'not-found',
      hint: expect.stringContaining('@search-info'),
    })
    await expect(alignment.set({ skills: ['find-file'] })).rejects.toMatchObject({ code: 'not-found' })
    expect(alignment.base()).toBe(defaultBase)
  })

  it('refuses what leaves too little of the window, with the exact overage', async () => {
    const alignment = alignmentOf({ tokenizer: async () => (text) => text.length })
    const room = 4_096 - 1_536 - articleTail.length - 2
    await alignment.set({ base: 'x'.repeat(room) })
    await expect(alignment.set({ base: 'x'.repeat(room + 7) })).rejects.toMatchObject({
      code: 'context-exceeded',
      value: '7 tokens over',
      hint: expect.stringContaining('the base instructions'),
    })
    await expect(alignment.set({ base: 'x'.repeat(300_000) })).rejects.toMatchObject({
      code: 'context-exceeded',
      value: `${300_000 - room} tokens over`,
    })
    expect(alignment.base()).toHaveLength(room)
  })
})

describe('renames and deletions of skills', () => {
  it('are followed by the selection and by mentions in the base instructions', async () => {
    const alignment = alignmentOf()
    await alignment.set({ base: 'Prefer @search-info.', skills: ['check-schedule', 'search-info'] })
    skills.save({ handle: 'look-up' }, 'search-info')
    expect(settings.get('selectedSkills')).toEqual(['check-schedule', 'look-up'])
    expect(alignment.base()).toBe('Prefer @look-up.')
    skills.delete('check-schedule')
    expect(settings.get('selectedSkills')).toEqual(['look-up'])
  })

  it('leave the default selection the default', () => {
    skills.save({ handle: 'look-up' }, 'search-info')
    skills.delete('check-schedule')
    expect(settings.get('selectedSkills')).toBeNull()
    expect(alignmentOf().document()).toContain('- @look-up: ')
  })
})

describe('the price', () => {
  it('is characters ÷ 4 and marked as estimated without a tokenizer, exact with one', async () => {
    const estimated = await alignmentOf().show()
    expect(estimated.tokens).toBe(Math.ceil(estimated.document.length / 4))
    expect(estimated.parts.every((part) => part.estimated)).toBe(true)
    expect(estimated.contextTokens).toBe(4_096)
    const words = (text: string) => text.split(/\s+/).length
    const exact = await alignmentOf({ tokenizer: async () => words }).show()
    expect(exact.tokens).toBe(words(exact.document))
    expect(exact.parts.some((part) => part.estimated)).toBe(false)
  })

  it('of the parts adds up to the price of the whole', () => {
    const part = fc.record({ part: fc.constant('base' as const), text: fc.string({ maxLength: 40 }) })
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.boolean(), (parts, isExact) => {
        const count = isExact ? (text: string) => text.split('a').length : null
        const { parts: priced, tokens } = priceParts(parts, count)
        expect(priced.reduce((sum, each) => sum + each.tokens, 0)).toBe(tokens)
        const document = documentOf(parts)
        if (parts.length > 0) expect(tokens).toBe(count?.(document) ?? Math.ceil(document.length / 4))
      }),
    )
  })
})

describe('composing', () => {
  it('leaves out what has no text', () => {
    expect(composeParts({ base: ' \n', blurbs: [], menu: [] })).toEqual([])
  })
})

describe('a change from outside', () => {
  it('is JSON, or plain text for new base instructions', () => {
    expect(parseAlignmentChange('{"base": null, "skills": ["@a"], "blurbs": ["date"]}')).toEqual({
      base: null,
      skills: ['@a'],
      blurbs: ['date'],
    })
    expect(parseAlignmentChange('\uFEFFBe kind.\n')).toEqual({ base: 'Be kind.\n' })
  })

  it.each([
    '',
    ' \n',
    '{"base": ',
    '{"skill": []}',
    '{"blurbs": ["mail"]}',
    '{"base": 5}',
    '{"base": "\\ud800"}',
  ])('refuses %j', (text) => {
    expect(() => parseAlignmentChange(text)).toThrow(expect.objectContaining({ code: 'invalid-input' }))
  })
})
