import { describe, expect, it } from 'vitest'
import noToolExamples from './no-tool-examples.json' with { type: 'json' }
import type { SkillDraft } from './skill.ts'
import { parseSkillDraft } from './skill.ts'
import { setUp } from './testing/set-up.ts'

const draft = (handle: string, detailedBody = '', more: SkillDraft = {}): SkillDraft => ({
  handle,
  detailedBody,
  ...more,
})

describe('built-ins', () => {
  it('are there on a new profile, in the order of the menu', () => {
    const { skills } = setUp()
    expect(
      skills
        .registry()
        .skills.map(({ slug, enabled, advertised, origin }) => [slug, enabled, advertised, origin]),
    ).toEqual([
      ['search-info', true, true, 'builtin:search-info'],
      ['check-schedule', true, true, 'builtin:check-schedule'],
      ['fetch-file', true, false, 'builtin:fetch-file'],
    ])
  })

  it('hold the texts of the article', () => {
    const { skill } = setUp()
    expect(skill('check-schedule').detailedBody).toBe(
      "Look up what's on the user's calendar.\n\nRelative dates (today, tomorrow, this weekend, next week) depend on today's date, which you do NOT know on your own — so FIRST use @current-date to get today's date and work out the date range the user means. Then use @calendar to fetch the events in that range and summarize them briefly.",
    )
    expect(skill('search-info').shortDescription).toBe(
      'The skill to use whenever you need to find some information the user asked for — it checks every place that information could live.',
    )
    expect(skill('check-schedule').shortDescription).toMatch(
      /^Check the user's calendar — meetings, appointments, free\/busy — for a specific day or a relative one like today, tomorrow, /,
    )
  })

  it('come with six to twelve example requests each, all different', () => {
    const examples = setUp()
      .skills.registry()
      .skills.map((skill) => skill.examples)
    for (const own of examples) expect(own.length).toSatisfy((count: number) => count >= 6 && count <= 12)
    expect(new Set(examples.flat()).size).toBe(examples.flat().length)
  })

  it('share none of them with the requests that need no tool, of which there are about eight', () => {
    const examples = setUp()
      .skills.registry()
      .skills.flatMap((skill) => skill.examples)
    expect(noToolExamples.length).toBeGreaterThanOrEqual(8)
    expect(noToolExamples.filter((request) => examples.includes(request))).toEqual([])
  })

  it('do not come back by themselves when they were deleted', () => {
    const { skills, reopen } = setUp()
    skills.delete('check-schedule')
    expect(reopen().registry().resolve('check-schedule')).toBeNull()
  })

  it('that a later version brings in stand on those that their owner renamed or replaced meanwhile', () => {
    const { skills, skill, db, reopen } = setUp()
    skills.delete('search-info')
    skills.save({ handle: 'get-file' }, 'fetch-file')
    skills.save(draft('search-info', 'mine'))
    db.prepare("DELETE FROM seeded_builtins WHERE name = 'builtin:search-info'").run()
    reopen()
    expect(skill('search-info-2').detailedBody).toContain('THEN use @get-file to')
    expect(skill('search-info').detailedBody).toBe('mine')
  })

  it('can be edited, renamed and put back, keeping the handle they have now', () => {
    const { skills, skill } = setUp()
    const shipped = skill('fetch-file')
    skills.save(draft('get-file', 'nothing @calendar', { title: 'Mine', enabled: false }), 'fetch-file')
    expect(skills.restoreBuiltin('get-file')).toEqual({ ...shipped, slug: 'get-file' })
    skills.save(draft('search-info', 'only @calendar'), 'search-info')
    expect(skills.restoreBuiltin('@search-info').detailedBody).toContain('THEN use @get-file to')
  })

  it('bring back what they mention when that was deleted too', () => {
    const { skills, skill } = setUp()
    const shipped = skills.registry().skills
    skills.delete('search-info')
    skills.delete('fetch-file')
    skills.save(draft('fetch-file', 'mine'))
    expect(skills.restoreBuiltin('search-info').detailedBody).toContain('THEN use @fetch-file-2 to')
    expect(skill('fetch-file').detailedBody).toBe('mine')
    expect(skill('fetch-file-2').detailedBody).toBe(shipped[2]?.detailedBody)
    expect(() => skills.restoreBuiltin('fetch-file')).not.toThrow()
  })

  it('are the only ones that can be put back', () => {
    const { skills } = setUp()
    skills.save(draft('mine'))
    for (const handle of ['mine', 'nobody', 'find-file']) {
      expect(() => skills.restoreBuiltin(handle)).toThrow(expect.objectContaining({ code: 'not-found' }))
    }
  })
})

describe('saving', () => {
  it('keeps every field byte for byte, in the order of saving', () => {
    const { skills, skill } = setUp()
    const text = ' Ünïcode\r\n\t週報 🙂 \0 \'quotes" \u202E @find-file\n'
    const saved = skills.save({
      handle: 'Odd One',
      title: text,
      shortDescription: text,
      detailedBody: text,
      enabled: false,
      advertised: false,
      examples: ['  one  ', 'two'],
    })
    expect(skill('odd-one')).toEqual(saved)
    expect(saved).toMatchObject({ slug: 'odd-one', title: text, shortDescription: text, detailedBody: text })
    expect(saved.examples).toEqual(['  one  ', 'two'])
    skills.save(draft('another'))
    skills.save({ shortDescription: 'changed' }, 'odd-one')
    expect(
      skills
        .registry()
        .skills.map(({ slug }) => slug)
        .slice(-2),
    ).toEqual(['odd-one', 'another'])
  })

  it('mints a taken or reserved handle instead of failing', () => {
    const { skills } = setUp()
    const slugs = [
      'find-file',
      'find_file',
      'queryCalendar',
      '@search-info',
      'Search Info',
      '__proto__',
      '週報',
    ].map((handle) => skills.save(draft(handle)).slug)
    expect(slugs).toEqual([
      'find-file-2',
      'find-file-3',
      'querycalendar-2',
      'search-info-2',
      'search-info-3',
      'proto',
      '週報',
    ])
  })

  it('makes a missing handle from the title and a missing title from the handle', () => {
    const { skills } = setUp()
    expect(skills.save({ title: 'Meeting Prep' })).toMatchObject({
      slug: 'meeting-prep',
      title: 'Meeting Prep',
    })
    expect(skills.save({ handle: '@Trip Plan' })).toMatchObject({ slug: 'trip-plan', title: 'Trip Plan' })
  })

  it('refuses an empty handle with a suggestion', () => {
    const { skills } = setUp()
    for (const bad of [{}, { handle: '', title: 'Good' }, { handle: '🎉' }]) {
      expect(() => skills.save(bad)).toThrow(
        expect.objectContaining({ code: 'invalid-input', hint: expect.stringContaining('@my-skill') }),
      )
    }
  })

  it('refuses unknown mentions, names them and says what was likely meant; nothing is saved', () => {
    const { skills } = setUp()
    expect(() => skills.save(draft('a', '@find-fil @Whatever @find-file ada@example.com'))).toThrow(
      expect.objectContaining({
        code: 'unknown-mention',
        value: '@find-fil, @whatever',
        hint: 'Did you mean @find-file for @find-fil? Correct or remove it to save.',
      }),
    )
    expect(skills.registry().resolve('a')).toBeNull()
  })

  it('allows a skill to mention itself and a disabled skill', () => {
    const { skills } = setUp()
    skills.save(draft('off', '', { enabled: false }))
    expect(skills.save(draft('me', '@me then @off')).slug).toBe('me')
  })

  it('keeps what a changed skill does not say', () => {
    const { skills, skill } = setUp()
    const before = skill('fetch-file')
    expect(skills.save({ enabled: false }, '@fetch-file')).toEqual({ ...before, enabled: false })
  })

  it('refuses to change what is not a skill', () => {
    const { skills } = setUp()
    expect(() => skills.save(draft('x'), 'nobody')).toThrow(expect.objectContaining({ code: 'not-found' }))
    expect(() => skills.save(draft('x'), 'find-file')).toThrow(expect.objectContaining({ code: 'not-found' }))
  })
})

describe('renaming', () => {
  it('leaves a slug alone while its handle is unchanged, however it is typed', () => {
    const { skills } = setUp()
    skills.save(draft('plan'))
    skills.save(draft('plan'))
    expect(skills.save({ handle: '@Plan_2' }, 'plan-2').slug).toBe('plan-2')
    expect(skills.save({ handle: 'plan' }, 'plan-2').slug).toBe('plan-2')
  })

  it('rewrites every mention, whole slug and any case, and leaves all other text byte for byte', () => {
    const { skills, skill } = setUp()
    skills.save(draft('plan', 'I am @plan.'))
    skills.save(draft('plan-trip', ''))
    skills.save(
      draft('user', '@Plan,\r\n@plan-trip `@plan` @PLAN\u00A0x@plan.de', {
        shortDescription: 'Uses @plan',
        examples: ['ask @plan now'],
      }),
    )
    expect(skills.save({ handle: 'Agenda' }, 'plan')).toMatchObject({
      slug: 'agenda',
      detailedBody: 'I am @agenda.',
    })
    expect(skill('user')).toMatchObject({
      detailedBody: '@agenda,\r\n@plan-trip `@plan` @agenda\u00A0x@plan.de',
      shortDescription: 'Uses @agenda',
      examples: ['ask @agenda now'],
    })
    expect(skill('plan-trip').slug).toBe('plan-trip')
  })

  it('lets the saved body mention itself by its old or its new handle', () => {
    const { skills } = setUp()
    skills.save(draft('old'))
    expect(skills.save(draft('new', '@old and @new'), 'old').detailedBody).toBe('@new and @new')
  })

  it('mints a new handle that is taken', () => {
    const { skills } = setUp()
    skills.save(draft('plan', ''))
    expect(skills.save({ handle: 'find_file' }, 'plan').slug).toBe('find-file-2')
    expect(skills.save({ handle: 'search-info' }, 'find-file-2').slug).toBe('search-info-2')
  })

  it('tells the settings, with a rewriter for their texts', () => {
    const told: string[] = []
    const { skills } = setUp({
      renamed: (from, to, rewrite) => told.push(`${from}>${to}`, rewrite('Prefer @plan, not @plans')),
    })
    skills.save(draft('plan', ''))
    skills.save({ title: 'same handle' }, 'plan')
    skills.save({ handle: 'agenda' }, 'plan')
    expect(told).toEqual(['plan>agenda', 'Prefer @agenda, not @plans'])
  })

  it('keeps the old state whole when anything in it fails', () => {
    const { skills } = setUp({
      renamed() {
        throw new Error('settings are broken')
      },
    })
    skills.save(draft('plan', '@plan'))
    skills.save(draft('user', '@plan'))
    const before = skills.registry().skills
    expect(() => skills.save({ handle: 'agenda' }, 'plan')).toThrow('settings are broken')
    expect(skills.registry().skills).toEqual(before)
  })

  it('does not let a new handle capture what a text without spaces already mentions', () => {
    const { skills, skill } = setUp()
    skills.save(draft('週報', ''))
    skills.save(draft('user', '@週報を書く'))
    expect(skills.save(draft('週報を', '')).slug).toBe('週報を-2')
    expect(skills.save({ handle: '週' }, '週報').slug).toBe('週')
    expect(skill('user').detailedBody).toBe('@週を書く')
    skills.save(draft('計画を', ''))
    expect(skills.save({ handle: '計画' }, '週').slug).toBe('計画-2')
    expect(skill('user').detailedBody).toBe('@計画-2を書く')
    expect(skills.registry().closure('user').skills).toEqual(['user', '計画-2'])
  })

  it('renames one of 1,000 skills with 20 mentions each in one go', () => {
    const { skills } = setUp()
    const mentions = (n: number) =>
      Array.from({ length: 20 }, (_, k) => `use @s${(n + k * 37) % 1000} and`).join(' ')
    skills.saveAll(
      Array.from({ length: 1_000 }, (_, n) => ({
        draft: draft(`s${n}`, mentions(n)),
        origin: 'own' as const,
      })),
    )
    const started = performance.now()
    skills.save({ handle: 'renamed' }, 's0')
    const took = performance.now() - started
    const bodies = skills.registry().skills.map((skill) => skill.detailedBody)
    expect(bodies.filter((body) => body.includes('@s0 '))).toEqual([])
    expect(bodies.filter((body) => body.includes('@renamed '))).toHaveLength(20)
    expect(took).toBeLessThan(1_000)
  })
})

describe('deleting', () => {
  it('is refused while others mention the skill, naming them', () => {
    const { skills } = setUp()
    expect(() => skills.delete('fetch-file')).toThrow(
      expect.objectContaining({ code: 'skill-in-use', value: '@search-info' }),
    )
    expect(skills.registry().resolve('fetch-file')).not.toBeNull()
  })

  it('is not refused for a skill that only mentions itself', () => {
    const deleted: string[] = []
    const { skills } = setUp({ deleted: (slug) => deleted.push(slug) })
    skills.save(draft('me', '@me'))
    skills.delete('@me')
    expect(skills.registry().resolve('me')).toBeNull()
    expect(deleted).toEqual(['me'])
  })

  it('can put another handle in the place of the mentions', () => {
    const { skills, skill } = setUp()
    skills.delete('fetch-file', '@find-file')
    expect(skill('search-info').detailedBody).toContain('THEN use @find-file to')
    expect(() => skills.delete('search-info', 'search-info')).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    )
    expect(() => skills.delete('search-info', 'nobody')).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    )
  })

  it('refuses tools and what is nothing', () => {
    const { skills } = setUp()
    for (const handle of ['find-file', 'nobody']) {
      expect(() => skills.delete(handle)).toThrow(expect.objectContaining({ code: 'not-found' }))
    }
  })
})

describe('skills that come together', () => {
  it('remember the name in the file they came from, whatever it holds', () => {
    const { skills, skill } = setUp()
    skills.saveAll([{ draft: draft('a'), origin: 'import:a\n$(b): "週"' }])
    expect(skill('a').origin).toBe('import:a\n$(b): "週"')
  })

  const entries = (...drafts: SkillDraft[]) => drafts.map((each) => ({ draft: each, origin: 'own' as const }))

  it('may mention one another, and their mentions follow handles that were minted anew', () => {
    const { skills } = setUp()
    skills.save(draft('b', 'mine'))
    const saved = skills.saveAll(entries(draft('a', '@a @b @b-2'), draft('b', '@a @B'), draft('b-2', '@b')))
    expect(saved.map(({ slug, detailedBody }) => [slug, detailedBody])).toEqual([
      ['a', '@a @b-2 @b-2-2'],
      ['b-2', '@a @b-2'],
      ['b-2-2', '@b-2'],
    ])
  })

  it("still mention the tool when one of them has a tool's name", () => {
    const { skills } = setUp()
    expect(skills.saveAll(entries(draft('find-file', 'uses @find-file')))[0]).toMatchObject({
      slug: 'find-file-2',
      detailedBody: 'uses @find-file',
    })
  })

  it('are saved all or none', () => {
    const { skills } = setUp()
    expect(() => skills.saveAll(entries(draft('a', ''), draft('b', '@nobody')))).toThrow(
      expect.objectContaining({ code: 'unknown-mention' }),
    )
    expect(skills.registry().resolve('a')).toBeNull()
  })
})

describe('drafts from outside', () => {
  it.each<[string, unknown]>([
    ['not an object', []],
    ['an unknown field', { handle: 'a', bodi: 'x' }],
    ['a number for a title', { title: 5 }],
    ['half a character', { handle: 'a', detailedBody: 'x\ud800' }],
    ['an empty example', { handle: 'a', examples: [' '] }],
    ['an example of two lines', { handle: 'a', examples: ['a\nb'] }],
    ['a body beyond the limit', { handle: 'a', detailedBody: 'x'.repeat(300_000) }],
  ])('refuses %s', (_, value) => {
    expect(() => parseSkillDraft(value)).toThrow(expect.objectContaining({ code: 'invalid-input' }))
  })
})
