import { describe, expect, it } from 'vitest'
import { mayMention, renaming, rewriteMentions } from './rename.ts'
import { skillOf } from './testing/set-up.ts'

describe('the cheap no before a rename', () => {
  it.each(['@plan-trip', '@PLAN-Trip', '(@Plan_trip)', '@plan-trip-2'])('is no no for %s', (body) => {
    expect(mayMention('plan-trip')(skillOf('other', body))).toBe(true)
  })

  it('looks at the summary and the examples, too', () => {
    const isMaybe = mayMention('plan')
    expect(isMaybe(skillOf('other', '', { shortDescription: 'As @Plan' }))).toBe(true)
    expect(isMaybe(skillOf('other', '', { examples: ['use @PLAN now'] }))).toBe(true)
  })

  it('is a no for a plain text that does not spell it', () => {
    expect(mayMention('plan')(skillOf('other', 'plan @trip', { shortDescription: '', examples: [] }))).toBe(
      false,
    )
  })
})

it('follows every spelling of the whole handle and leaves all else byte for byte', () => {
  const isKnown = (slug: string) => ['plan', 'plan-trip'].includes(slug)
  const skill = skillOf('other', '@PLAN, (@Plan)\r\n`@plan` @plan-trip me@plan.com', {
    examples: ['@plan it'],
  })
  expect(rewriteMentions(skill, renaming('plan', 'week'), isKnown)).toMatchObject({
    detailedBody: '@week, (@week)\r\n`@plan` @plan-trip me@plan.com',
    examples: ['@week it'],
  })
})
