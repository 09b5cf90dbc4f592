import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SkillDraftFields } from '../../../shared/contract/skills.ts'
import { followSaved, isSame, undecidedFields } from './skill-merge.ts'

const based: SkillDraftFields = {
  handle: 'plan',
  shortDescription: 'Plans.',
  detailedBody: 'Use @find-file.',
  enabled: true,
  advertised: true,
  examples: ['plan it'],
}

test('what was changed on one side only is taken from there, and nothing is left to decide', () => {
  const mine = { ...based, shortDescription: 'Mine.' }
  const saved = { ...based, handle: 'agenda', examples: ['theirs'] }
  const merged = followSaved({ fields: mine, basedOn: based }, saved)
  expect(merged.fields).toEqual({ ...saved, shortDescription: 'Mine.' })
  expect(merged.came).toEqual(['handle', 'examples'])
  expect(undecidedFields(merged, saved)).toEqual([])
})

test('a field changed on both sides stays as it is here, and is to be decided on until both are the same', () => {
  const mine = { ...based, shortDescription: 'Mine.' }
  const saved = { ...based, shortDescription: 'Theirs.' }
  const merged = followSaved({ fields: mine, basedOn: based }, saved)
  expect(merged.fields).toEqual(mine)
  expect(undecidedFields(merged, saved)).toEqual(['shortDescription'])
  const later = followSaved(merged, { ...saved, detailedBody: 'Another.' })
  expect(undecidedFields(later, { ...saved, detailedBody: 'Another.' })).toEqual(['shortDescription'])
  expect(undecidedFields(followSaved(later, mine), mine)).toEqual([])
})

test('typed back to what it was based on, it would still go over theirs: that is to be decided on', () => {
  const saved = { ...based, shortDescription: 'Theirs.' }
  const merged = followSaved({ fields: { ...based, shortDescription: 'Mine.' }, basedOn: based }, saved)
  const back = { ...merged, fields: based }
  expect(undecidedFields(back, saved)).toEqual(['shortDescription'])
})

test('whatever both sides do, a field is mine, theirs, or in question; without a change here all is theirs', () => {
  const skill = fc.record({
    handle: fc.constantFrom('a', 'b', 'c'),
    shortDescription: fc.constantFrom('a', 'b', 'c'),
    detailedBody: fc.constantFrom('a', 'b', 'c'),
    enabled: fc.boolean(),
    advertised: fc.boolean(),
    examples: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
  })
  fc.assert(
    fc.property(skill, skill, skill, (basedOn, fields, saved) => {
      const merged = followSaved({ fields, basedOn }, saved)
      const open = undecidedFields(merged, saved)
      for (const name of ['handle', 'shortDescription', 'detailedBody'] as const) {
        const isMine = fields[name] !== basedOn[name]
        const isTheirs = saved[name] !== basedOn[name]
        expect(merged.fields[name]).toBe(isMine ? fields[name] : saved[name])
        expect(open.includes(name)).toBe(isMine && isTheirs && fields[name] !== saved[name])
      }
      expect(isSame(followSaved({ fields: basedOn, basedOn }, saved).fields, saved)).toBe(true)
      expect(followSaved(merged, saved)).toEqual({ ...merged, came: [] })
    }),
  )
})
