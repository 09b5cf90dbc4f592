import { describe, expect, it } from 'vitest'
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
    skills.drafts.put('plan', { ...emptyDraft, detailedBody: '@plan again' })
    const before = skills.registry().skills
    skills.save({ handle: 'agenda' }, 'plan')
    expect(skill('user').detailedBody).toBe('Use @agenda, then @find_file.')
    expect(skills.drafts.get('agenda')?.detailedBody).toBe('@agenda again')
    expect(skills.undo()).toBe('renamed @plan to @agenda')
    expect(skills.registry().skills).toEqual(before)
    expect(skills.drafts.get('plan')?.detailedBody).toBe('@plan again')
    expect(() => skills.undo()).toThrow(expect.objectContaining({ code: 'not-found' }))
  })

  it('brings a deleted skill back to its place in the list, and the mentions that were replaced', () => {
    const { skills } = setUp()
    skills.save(draft('one', ''))
    skills.save(draft('two', '@one and @One'))
    skills.save(draft('three', ''))
    const before = skills.registry().skills
    skills.delete('one', 'three')
    skills.undo()
    expect(skills.registry().skills).toEqual(before)
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
  it('keep anything as it stands, one for each skill and one for a new skill', () => {
    const { skills, reopen } = setUp()
    skills.drafts.put(null, { ...emptyDraft, detailedBody: '@nothing ' })
    skills.drafts.put('search-info', { ...emptyDraft, handle: '🎉' })
    expect(reopen().drafts.get(null)?.detailedBody).toBe('@nothing ')
    expect(skills.drafts.originals()).toEqual([null, 'search-info'])
    skills.drafts.put(null, null)
    expect(skills.drafts.get(null)).toBeNull()
  })

  it('go with their skill', () => {
    const { skills } = setUp()
    skills.save(draft('plan', ''))
    skills.drafts.put('plan', emptyDraft)
    skills.delete('plan')
    expect(skills.drafts.originals()).toEqual([])
  })
})
