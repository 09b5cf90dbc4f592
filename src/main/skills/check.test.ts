import { describe, expect, it } from 'vitest'
import { type CheckParts, checkSkill } from './check.ts'
import type { KeptDraft } from './drafts.ts'
import { disabledIn, handleNames, skillRows } from './list.ts'
import { setUp } from './testing/set-up.ts'

const draftOf = (more: Partial<KeptDraft> = {}): KeptDraft => ({
  handle: 'plan',
  shortDescription: 'Plan the day from calendar and notes.',
  detailedBody: 'Use @calendar.',
  enabled: true,
  advertised: true,
  examples: [],
  ...more,
})

const { skills } = setUp()
skills.save({ handle: 'off', detailedBody: '@calendar', enabled: false })
skills.save({ handle: '週報', detailedBody: '@off and @find-file' })

const check = (draft: Partial<KeptDraft>, original: string | null = null, parts: Partial<CheckParts> = {}) =>
  checkSkill(
    { original, draft: draftOf(draft) },
    { namespace: skills.registry(), isGranted: () => true, countTokens: null, ...parts },
  )

describe('the handle', () => {
  it.each<[string, string | null, string | null]>([
    ['Day Plan', 'day-plan', null],
    ['find-file', 'find-file-2', '@find-file is a tool.'],
    ['queryCalendar', 'querycalendar-2', '@querycalendar is the name of a tool.'],
    ['search-info', 'search-info-2', '@search-info is another skill.'],
    ['🎉', null, null],
    ['', null, null],
  ])('%s is saved as %s', (handle, slug, note) => {
    expect(check({ handle })).toMatchObject({ slug, slugNote: note })
  })

  it('that is unchanged keeps its slug', () => {
    expect(check({ handle: '週報' }, '週報')).toMatchObject({ slug: '週報', slugNote: null })
  })

  it('that is empty or holds no letter is a problem', () => {
    expect(check({ handle: '' }).problems).toEqual(['Give it a handle.'])
    expect(check({ handle: '🎉' }).problems).toEqual(['The handle needs at least one letter or digit.'])
  })
})

describe('mentions', () => {
  it('of nothing are named with what was meant, and are a problem', () => {
    const found = check({ detailedBody: '@serch-info, @zzz and @find-file' })
    expect(found.unknown).toEqual([
      { slug: 'serch-info', meant: 'search-info', hidden: null },
      { slug: 'zzz', meant: null, hidden: null },
    ])
    expect(found.problems).toEqual(['@serch-info, @zzz are unknown.'])
  })

  it('of itself are none, by the old handle or the new', () => {
    expect(check({ handle: 'new', detailedBody: '@plan @new' }).unknown.map(({ slug }) => slug)).toEqual([
      'plan',
    ])
    expect(check({ handle: 'wochenbericht', detailedBody: '@週報 @wochenbericht' }, '週報').unknown).toEqual(
      [],
    )
  })

  it('of switched-off skills are told, also through another', () => {
    expect(check({ detailedBody: '@off' }).disabled).toEqual(['off'])
    expect(check({ detailedBody: '@週報' }).disabled).toEqual(['off'])
  })

  it('beyond what a skill may hold is a problem in words', () => {
    expect(check({ detailedBody: 'x'.repeat(262_145) }).problems[0]).toMatch(/too big|262144/i)
  })
})

describe('what it binds', () => {
  it('is a tree in binding order, with what brings nothing said', () => {
    const { tree, tools } = check({ detailedBody: '@current-date @search-info @off @find-file' }, null, {
      isGranted: (tool) => tool !== 'grep_memory',
    })
    expect(tree.map(({ slug, depth, note }) => [slug, depth, note])).toEqual([
      ['current-date', 0, null],
      ['search-info', 0, null],
      ['check-notebook', 1, null],
      ['fetch-file', 1, null],
      ['list-devices', 2, 'hidden'],
      ['find-file', 2, null],
      ['grep-memory', 1, 'no-grant'],
      ['off', 0, 'disabled'],
      ['find-file', 0, 'again'],
    ])
    expect(tools).toEqual(['current_date', 'check_notebook', 'list_devices', 'find_file'])
  })

  it('ends where skills reach themselves', () => {
    skills.save({ handle: 'loop', detailedBody: '@loop' })
    expect(check({ handle: 'loop', detailedBody: '@loop @calendar' }, 'loop').tree).toEqual([
      { slug: 'loop', kind: 'skill', depth: 0, note: 'again' },
      { slug: 'calendar', kind: 'tool', depth: 0, note: null },
    ])
  })
})

describe('the price', () => {
  const words = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

  it('adds up to the whole, exact with a tokenizer and marked as estimated without', () => {
    for (const countTokens of [null, words]) {
      const { price } = check({ detailedBody: 'First @search-info, then stop.' }, null, { countTokens })
      expect(price.isExact).toBe(countTokens !== null)
      const sum = price.parts.reduce((total, { tokens }) => total + tokens, 0)
      expect(price.left).toBe(price.window - sum)
    }
  })

  it('of steps that cannot be followed beside the longest question says by how much', () => {
    const fits = check({ detailedBody: 'word '.repeat(500) }, null, { countTokens: words }).price
    const over = check({ detailedBody: 'word '.repeat(fits.left + 510) }, null, { countTokens: words }).price
    expect(fits.left).toBeGreaterThan(0)
    expect(over.left).toBe(-10)
  })
})

describe('the summary', () => {
  it('warns when it is empty, too long, or nearly that of another', () => {
    expect(check({ shortDescription: ' ' }).summary).toMatchObject({
      lines: 0,
      warnings: [expect.stringMatching(/^It is empty/)],
    })
    expect(check({ shortDescription: 'a\nb\nc\nd' }).summary).toMatchObject({
      lines: 4,
      warnings: [expect.stringMatching(/^It is long/)],
    })
    const twin = skills.registry().demandSkill('check-schedule').shortDescription.replace('specific ', '')
    expect(check({ shortDescription: twin }).summary.warnings).toEqual([
      expect.stringContaining('nearly the same as that of @check-schedule'),
    ])
    expect(check({}).summary.warnings).toEqual([])
  })
})

describe('lists', () => {
  it('say who uses a skill and whose mentions bring nothing', () => {
    const rows = skillRows({
      registry: skills.registry(),
      menu: new Set(['search-info']),
      drafts: new Set(['off']),
    })
    const row = (slug: string) => rows.find((each) => each.slug === slug)
    expect(row('fetch-file')).toMatchObject({ usedBy: ['search-info'], isOnMenu: false, origin: 'builtin' })
    expect(row('off')).toMatchObject({ usedBy: ['週報'], hasDraft: true })
    expect(row('週報')).toMatchObject({ mentionsDisabled: ['off'], origin: 'own' })
    expect(disabledIn(skills.registry().demandSkill('off'), skills.registry())).toEqual([])
  })

  it('name every skill and tool with what it is', () => {
    const names = handleNames(skills.registry())
    expect(names.find(({ slug }) => slug === 'find-file')).toMatchObject({
      label: 'tool · Files',
      kind: 'tool',
    })
    expect(names.find(({ slug }) => slug === 'off')).toMatchObject({ label: 'skill', enabled: false })
  })
})
