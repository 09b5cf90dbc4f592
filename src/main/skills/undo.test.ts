import { describe, expect, it } from 'vitest'
import type { KeptDraft } from './drafts.ts'
import type { SkillDraft } from './skill.ts'
import { setUp } from './testing/set-up.ts'

const draft = (handle: string, detailedBody = ''): SkillDraft => ({ handle, detailedBody })
const emptyDraft = {
  handle: '',
  shortDescription: '',
  detailedBody: '',
  enabled: true,
  advertised: true,
  examples: [],
}

describe('taking back', () => {
  it('undoes a rename byte for byte, spellings of the mentions and the draft included, once', () => {
    const { skills, skill } = setUp()
    skills.save(draft('plan', 'Mine: @Plan.'))
    skills.save({ ...draft('user', 'Use @PLAN, then @find_file.'), examples: ['do @plan'] })
    const key = skills.keyOf('plan')
    const kept = {
      draft: { ...emptyDraft, handle: 'plan', detailedBody: '@plan again' },
      basedOn: { ...emptyDraft, handle: 'plan', detailedBody: '@PLAN' },
    }
    skills.drafts.put(key, kept)
    const before = skills.registry().skills
    skills.save({ handle: 'agenda' }, 'plan')
    expect(skill('user').detailedBody).toBe('Use @agenda, then @find_file.')
    expect(skills.keyOf('agenda')).toBe(key)
    expect(skills.drafts.get(key)).toEqual({
      draft: { ...emptyDraft, handle: 'agenda', detailedBody: '@agenda again' },
      basedOn: { ...emptyDraft, handle: 'agenda', detailedBody: '@agenda' },
    })
    expect(skills.undo()).toBe('renamed @plan to @agenda')
    expect(skills.registry().skills).toEqual(before)
    expect(skills.drafts.get(key)?.draft).toEqual(kept.draft)
    expect(() => skills.undo()).toThrow(expect.objectContaining({ code: 'not-found' }))
  })

  it('brings a deleted skill back to its place in the list, and the mentions that were replaced', () => {
    const { skills } = setUp()
    skills.save(draft('one', ''))
    skills.save(draft('two', '@one and @One'))
    skills.save(draft('three', ''))
    const before = skills.registry().skills
    const key = skills.keyOf('one')
    skills.delete('one', 'three')
    expect(skills.slugOf(key ?? '')).toBeNull()
    skills.undo()
    expect(skills.registry().skills).toEqual(before)
    expect(skills.keyOf('one')).toBe(key)
  })

  it('is refused, naming them, when one of the skills changed since; nothing changes', () => {
    const { skills } = setUp()
    skills.save(draft('plan', ''))
    skills.save(draft('user', '@plan'))
    skills.save({ handle: 'agenda' }, 'plan')
    skills.save({ detailedBody: '@agenda, later' }, 'user')
    const before = skills.registry().skills
    expect(() => skills.undo()).toThrow(expect.objectContaining({ code: 'invalid-input', value: '@user' }))
    expect(skills.registry().skills).toEqual(before)
  })

  it('puts an edited built-in back to what its owner had made of it', () => {
    const { skills, skill } = setUp()
    skills.save({ detailedBody: 'My own way: @find-file' }, 'search-info')
    skills.restoreBuiltin('search-info')
    expect(skills.undo()).toBe('put @search-info back to the shipped text')
    expect(skill('search-info').detailedBody).toBe('My own way: @find-file')
  })
})

describe('drafts', () => {
  const kept = (more: Partial<KeptDraft>) => ({ draft: { ...emptyDraft, ...more }, basedOn: null })

  it('keep anything as it stands, one for each skill and one for a new skill', () => {
    const { skills, reopen } = setUp()
    const key = skills.keyOf('search-info')
    skills.drafts.put(null, kept({ detailedBody: '@nothing ' }))
    skills.drafts.put(key, { ...kept({ handle: '🎉' }), basedOn: emptyDraft })
    expect(reopen().drafts.get(null)).toEqual(kept({ detailedBody: '@nothing ' }))
    expect(reopen().drafts.get(key)).toEqual({ ...kept({ handle: '🎉' }), basedOn: emptyDraft })
    expect(skills.drafts.keys()).toEqual([null, key])
    skills.drafts.put(null, null)
    expect(skills.drafts.get(null)).toBeNull()
  })

  it('go with their skill', () => {
    const { skills } = setUp()
    skills.save(draft('plan', ''))
    skills.drafts.put(skills.keyOf('plan'), kept({}))
    skills.delete('plan')
    expect(skills.drafts.keys()).toEqual([])
  })

  it('stay with their skill when it is renamed, and are not those of another that takes its handle', () => {
    const { skills } = setUp()
    skills.save(draft('plan', ''))
    const key = skills.keyOf('plan')
    skills.drafts.put(key, kept({ handle: 'plan' }))
    skills.save({ handle: 'agenda' }, 'plan')
    skills.save(draft('plan', ''))
    expect(skills.slugOf(key ?? '')).toBe('agenda')
    expect(skills.drafts.get(skills.keyOf('plan'))).toBeNull()
    expect(skills.drafts.get(key)?.draft.handle).toBe('agenda')
  })

  it('under a handle of their own keep it when the skill is renamed', () => {
    const { skills } = setUp()
    skills.save(draft('plan', ''))
    const key = skills.keyOf('plan')
    skills.drafts.put(key, kept({ handle: 'my-plan' }))
    skills.save({ handle: 'agenda' }, 'plan')
    expect(skills.drafts.get(key)?.draft.handle).toBe('my-plan')
  })

  it('of a skill that is gone become a new skill, but never over one that is being written', () => {
    const { skills } = setUp()
    skills.drafts.put('gone', kept({ handle: 'lost' }))
    skills.drafts.put(null, kept({ handle: 'new' }))
    skills.drafts.adopt()
    expect(skills.drafts.get(null)?.draft.handle).toBe('new')
    skills.drafts.put(null, null)
    skills.drafts.adopt()
    expect(skills.drafts.get(null)?.draft.handle).toBe('lost')
    expect(skills.drafts.keys()).toEqual([null])
  })
})
