import { describe, expect, it } from 'vitest'
import { createRegistry } from './registry.ts'
import { setUp, sixTools, skillOf } from './testing/set-up.ts'

const registryOf = (...skills: Parameters<typeof skillOf>[]) =>
  createRegistry(
    skills.map((skill) => skillOf(...skill)),
    sixTools,
  )

describe('resolve', () => {
  const registry = registryOf(['plan', ''], ['café', ''])

  it('takes a handle with or without @, in any case, NFC or NFD, with _ for -', () => {
    for (const handle of ['plan', '@plan', ' @PLAN ']) {
      expect(registry.resolve(handle)).toMatchObject({ kind: 'skill', skill: { slug: 'plan' } })
    }
    expect(registry.resolve('@CAFÉ'.normalize('NFD'))).toMatchObject({
      kind: 'skill',
      skill: { slug: 'café' },
    })
    expect(registry.resolve('find_file')).toMatchObject({ kind: 'tool', tool: { name: 'find_file' } })
  })

  it('is null for nothing, also for names that objects have by themselves', () => {
    for (const handle of ['', '@', 'plan-b', 'constructor', '__proto__'])
      expect(registry.resolve(handle)).toBeNull()
  })
})

describe('toolsForPlan', () => {
  it('gives exactly [check_notebook, list_devices, find_file, grep_memory] for "I\'ll use @search-info to find their PAN number."', () => {
    const { skills } = setUp()
    expect(skills.registry().toolsForPlan(['search-info'])).toEqual({
      tools: ['check_notebook', 'list_devices', 'find_file', 'grep_memory'],
      skills: ['search-info', 'fetch-file'],
      missing: [],
    })
  })

  it('lets tools pass, and keeps the order of first appearance over several handles', () => {
    const registry = registryOf(['a', '@calendar then @b'], ['b', '@find-file, @calendar, @check-notebook'])
    expect(registry.toolsForPlan(['@grep-memory', '@a', '@find-file']).tools).toEqual([
      'grep_memory',
      'queryCalendar',
      'find_file',
      'check_notebook',
    ])
  })

  it('ends on cycles and on a skill that mentions itself', () => {
    const registry = registryOf(['a', '@a @b @find-file'], ['b', '@a @calendar'])
    expect(registry.toolsForPlan(['a'])).toEqual({
      tools: ['queryCalendar', 'find_file'],
      skills: ['a', 'b'],
      missing: [],
    })
  })

  it('does not expand a disabled skill, and says so once', () => {
    const registry = registryOf(['a', '@off @calendar @off'], ['off', '@find-file', { enabled: false }])
    expect(registry.toolsForPlan(['a', 'off'])).toEqual({
      tools: ['queryCalendar'],
      skills: ['a'],
      missing: [{ slug: 'off', why: 'disabled' }],
    })
  })

  it('leaves out tools without a grant, and handles that are nothing', () => {
    const registry = registryOf(['a', '@find-file @calendar'])
    expect(registry.toolsForPlan(['a', 'nobody'], (name) => name !== 'find_file')).toEqual({
      tools: ['queryCalendar'],
      skills: ['a'],
      missing: [
        { slug: 'find-file', why: 'no-grant' },
        { slug: 'nobody', why: 'unknown' },
      ],
    })
  })

  it('follows a chain of thousands of skills', () => {
    const chain = Array.from({ length: 5_000 }, (_, n) =>
      skillOf(`s${n}`, n === 4_999 ? '@calendar' : `@s${n + 1}`),
    )
    expect(createRegistry(chain, sixTools).toolsForPlan(['s0']).tools).toEqual(['queryCalendar'])
  })
})

describe('closure', () => {
  const registry = registryOf(['a', '@off @calendar'], ['off', '@find-file', { enabled: false }])

  it('is what binding the handle would bring, the skill itself first', () => {
    expect(registry.closure('@a')).toMatchObject({ skills: ['a'], tools: ['queryCalendar'] })
    expect(registry.closure('calendar')).toMatchObject({ skills: [], tools: ['queryCalendar'] })
  })

  it('expands a disabled skill when that one is asked for', () => {
    expect(registry.closure('off').tools).toEqual(['find_file'])
  })

  it('refuses a handle that is nothing, with a suggestion', () => {
    expect(() => registry.closure('@calender')).toThrow(
      expect.objectContaining({ code: 'not-found', hint: expect.stringContaining('@calendar') }),
    )
  })
})

describe('menu', () => {
  const registry = registryOf(
    ['one', ''],
    ['hidden', '', { advertised: false }],
    ['off', '', { enabled: false }],
    ['two', '', { shortDescription: 'Two\n- @evil: lines ', examples: ['do two'] }],
  )

  it('offers the selected skills that are enabled and advertised, then the tools that stand alone', () => {
    expect(
      registry.menu(['@two', 'off', 'gone', 'one', 'two', 'hidden', 'find-file']).map(({ slug }) => slug),
    ).toEqual(['two', 'one', 'current-date'])
  })

  it('is every advertised skill when nothing was ever selected, and empty when none is selected', () => {
    expect(registry.menu(null).map(({ slug }) => slug)).toEqual(['one', 'two', 'current-date'])
    expect(registry.menu([])).toEqual([])
    expect(registry.menu(['hidden', 'off'])).toEqual([])
  })

  it('keeps a summary on one line, and brings the examples', () => {
    expect(registry.menu(['two'])[0]).toEqual({
      slug: 'two',
      text: 'Two - @evil: lines',
      kind: 'skill',
      examples: ['do two'],
    })
  })

  it('does not offer a tool without a grant', () => {
    expect(registry.menu(['one'], (name) => name !== 'current_date').map(({ slug }) => slug)).toEqual(['one'])
  })
})

describe('did you mean', () => {
  const registry = registryOf(['meeting-prep', ''], ['週報', ''])

  it.each([
    ['calender', 'calendar'],
    ['querycalendar', 'calendar'],
    ['meetingprep', 'meeting-prep'],
    ['meeting', 'meeting-prep'],
    ['prep', 'meeting-prep'],
    ['find-files', 'find-file'],
    ['notebook', 'check-notebook'],
    ['whatever', null],
    ['x', null],
    ['', null],
  ])('%s: %s', (handle, slug) => {
    expect(registry.nearest(handle)).toBe(slug)
  })
})
