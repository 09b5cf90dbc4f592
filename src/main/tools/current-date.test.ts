import { describe, expect, it } from 'vitest'
import { createCurrentDateTool } from './current-date.ts'

const run = async (
  question: string,
  options: { zone?: string; sunday?: boolean; instruction?: string } = {},
) => {
  const clock = { now: () => Date.parse('2026-11-30T23:30:00Z'), zone: options.zone ?? 'UTC' }
  const tool = createCurrentDateTool({ clock, weekStart: () => (options.sunday ? 'sunday' : 'monday') })
  const signal = new AbortController().signal
  return tool.run({}, { signal, question, instruction: options.instruction ?? null })
}

describe('current_date', () => {
  it('has the article’s signature and is offered alone', () => {
    const tool = createCurrentDateTool({ clock: { now: () => 0, zone: 'UTC' }, weekStart: () => 'monday' })
    expect(tool).toMatchObject({
      name: 'current_date',
      slug: 'current-date',
      l2Exposed: true,
      advertiseInMenu: true,
    })
    expect(tool.signature).toBe(
      "current_date() — today's date plus concrete YYYY-MM-DD ranges for relative expressions (today/this week/next week/…); no args",
    )
    expect(tool.parameters.properties).toEqual({})
  })

  it('says today and what relative expressions mean', async () => {
    const { text, found } = await run('What day is it?')
    expect(text).toBe(
      [
        'Today is Monday 30 November 2026 (2026-11-30).',
        'tomorrow: 2026-12-01 (Tuesday)',
        'yesterday: 2026-11-29 (Sunday)',
        'this week: 2026-11-30 to 2026-12-06',
        'next week: 2026-12-07 to 2026-12-13',
        'last week: 2026-11-23 to 2026-11-29',
        'this weekend: 2026-12-05 to 2026-12-06',
        'next weekend: 2026-12-12 to 2026-12-13',
        'this month: 2026-11-01 to 2026-11-30',
        'next month: 2026-12-01 to 2026-12-31',
      ].join('\n'),
    )
    expect(found).toEqual([
      {
        kind: 'date',
        id: 'date:2026-11-30',
        title: 'Monday 30 November 2026',
        text,
        today: '2026-11-30',
        time: '23:30',
      },
    ])
  })

  it('takes the owner’s zone and week', async () => {
    const { text } = await run('', { zone: 'Asia/Tokyo', sunday: true })
    expect(text).toContain('Today is Tuesday 1 December 2026')
    expect(text).toContain('this week: 2026-11-29 to 2026-12-05')
  })

  it('adds the days that were asked for, from the person’s words before the instruction', async () => {
    const asked = await run('What date is next Tuesday?', { instruction: 'the date of Christmas' })
    expect(asked.text).toContain('\nnext tuesday: 2026-12-08 (Tuesday)\n')
    expect(asked.text).not.toContain('christmas')
    expect((await run('', { instruction: 'the date of Christmas' })).text).toContain(
      '\nchristmas: 2026-12-25 (Friday)\n',
    )
    expect((await run('what is tomorrow?')).text.match(/tomorrow/g)).toHaveLength(1)
  })
})
