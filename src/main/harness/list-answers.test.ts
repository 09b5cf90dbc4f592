import { describe, expect, it } from 'vitest'
import { answerFromDate, answerFromEvents } from './list-answers.ts'
import { event } from './testing/fixtures.ts'

const range = { start: '2027-03-15', end: '2027-03-21', label: 'next week', grain: 'week' }
const dentist = event('Dentist Dr Novak', '2027-03-16T10:30:00+01:00', '2027-03-16T11:15:00+01:00')
const choir = event('Choir practice', '2027-03-16T19:00:00+01:00', '2027-03-16T21:00:00+01:00', 'Church')
const trip = event('Lisbon', '2027-03-18', '2027-03-20')
const night = event('Night train', '2027-03-19T23:00:00+01:00', '2027-03-20T07:00:00+01:00')

describe('answerFromEvents', () => {
  it('lists all events of the range when the question names none', () => {
    expect(
      answerFromEvents('What do I have next week?', [dentist, choir, trip, night], range, {
        leastNamed: 0,
        related: () => [],
      })?.text,
    ).toBe(
      [
        'In your calendar from Monday 15 March 2027 to Sunday 21 March 2027:',
        '- Dentist Dr Novak: Tuesday 16 March 2027, 10:30–11:15',
        '- Choir practice: Tuesday 16 March 2027, 19:00–21:00, Church',
        '- Lisbon: Thursday 18 March 2027 to Saturday 20 March 2027, all day',
        '- Night train: Friday 19 March 2027, 23:00–Saturday 20 March 2027 07:00',
      ].join('\n'),
    )
  })
  it('lists only those that the question names', () => {
    const answer = answerFromEvents('When is the dentist next week?', [dentist, choir], range, {
      leastNamed: 0,
      related: () => [],
    })
    expect(answer?.text).toBe('Dentist Dr Novak: Tuesday 16 March 2027, 10:30–11:15')
    expect(answer?.events).toEqual([dentist])
  })
  it('says so when no event of the range has the words of the question', () => {
    expect(
      answerFromEvents('Is the parade next week?', [dentist], range, { leastNamed: 0, related: () => [] })
        ?.text,
    ).toBe('I see no “parade” there. Dentist Dr Novak: Tuesday 16 March 2027, 10:30–11:15')
  })
  it('takes the name of a day in another language for no event', () => {
    for (const question of ['what have I got on mittwoch', 'anything in mars?', 'what is on quinta-feira'])
      expect(answerFromEvents(question, [dentist], range, { leastNamed: 0, related: () => [] })?.text).toBe(
        'Dentist Dr Novak: Tuesday 16 March 2027, 10:30–11:15',
      )
  })
  it('needs a named event when the question was understood otherwise at first', () => {
    expect(
      answerFromEvents('What is the parade worth next week?', [dentist], range, {
        leastNamed: 2 / 3,
        related: () => [],
      }),
    ).toBeNull()
    expect(
      answerFromEvents('What is on next week?', [dentist], range, { leastNamed: 2 / 3, related: () => [] })
        ?.events,
    ).toEqual([dentist])
    expect(
      answerFromEvents('When is the dentist next week?', [dentist], range, {
        leastNamed: 2 / 3,
        related: () => [],
      })?.events,
    ).toEqual([dentist])
  })
  it('does not count words for how long something goes on', () => {
    const words = { leastNamed: 2 / 3, related: () => [] }
    expect(answerFromEvents('until when does the choir run', [choir], null, words)?.events).toEqual([choir])
  })
  it('does not count what may have happened to it', () => {
    const words = { leastNamed: 2 / 3, related: () => [] }
    expect(answerFromEvents('when is the choir, did i miss it', [choir], null, words)?.events).toEqual([
      choir,
    ])
  })
  it('takes no event that has too few of the words, however many it shares them with', () => {
    const parents = event('Mum: eye clinic', '2027-03-16T10:30:00+01:00', '2027-03-16T11:15:00+01:00')
    const words = { leastNamed: 2 / 3, related: () => [] }
    expect(answerFromEvents("When does mum's library card expire?", [parents], null, words)).toBeNull()
    expect(answerFromEvents('When is mum at the clinic?', [parents], null, words)?.events).toEqual([parents])
  })
  it.each([
    'I have to sort the ledgers for Ilse, so kindly tell me on what date the choir is',
    'The kiln needs somebody beside it, so at what hour does the choir practice begin?',
    'Could you tell me when the choir is because I promised Ilse the loom',
    'When is the choir, I have to fire the kiln with Abilio before',
  ])('does not count the words of a reason: %s', (question) => {
    const words = { leastNamed: 2 / 3, related: () => [] }
    expect(answerFromEvents(question, [dentist, choir], null, words)?.events).toEqual([choir])
  })
  it('takes the event that is asked for, not the one that is the reason', () => {
    const words = { leastNamed: 2 / 3, related: () => [] }
    const question = 'Dr Novak the dentist moved his chair, so when is the choir?'
    expect(answerFromEvents(question, [dentist, choir], null, words)?.events).toEqual([choir])
    expect(answerFromEvents('The choir sings, what does the loom weigh?', [choir], null, words)).toBeNull()
  })
  it('names the events of all the clauses that ask', () => {
    const words = { leastNamed: 2 / 3, related: () => [] }
    const question = 'The kiln is hot. When is the dentist? When is the choir?'
    expect(answerFromEvents(question, [dentist, choir, trip], null, words)?.events).toEqual([dentist, choir])
  })
  it('says how long it is until the event, where that is asked', () => {
    const words = { leastNamed: 0, related: () => [], today: '2027-03-10' }
    const ask = (question: string, today = words.today) =>
      answerFromEvents(question, [dentist], null, { ...words, today })?.text
    expect(ask('How many days until the dentist?')).toBe(
      'Dentist Dr Novak: Tuesday 16 March 2027, 10:30–11:15. That is in 6 days.',
    )
    expect(ask('Wie viele Tage bis Novak?', '2027-03-15')).toMatch(/That is tomorrow\.$/)
    expect(ask('When is the dentist?')).not.toMatch(/That is/)
    expect(ask('How many days since the dentist?', '2027-03-20')).not.toMatch(/That is/)
    expect(ask('How long do I have until the dentist?')).toMatch(/That is in 6 days\.$/)
  })
  it('does not say it of how long something takes, nor of an event that was not named', () => {
    const ask = (question: string) =>
      answerFromEvents(question, [trip], range, { leastNamed: 0, related: () => [], today: '2027-03-10' })
        ?.text
    expect(ask('How many days is Lisbon next week?')).toMatch(/all day$/)
    expect(ask('How many days is the trip to Lisbon?')).toMatch(/all day$/)
    expect(ask('How many days until the parade next week?')).toMatch(/^I see no “parade” there.*all day$/)
  })
  it('says that there is nothing in an understood range', () => {
    expect(
      answerFromEvents('Am I free next week?', [], range, { leastNamed: 0, related: () => [] })?.text,
    ).toBe('There is nothing in your calendar from Monday 15 March 2027 to Sunday 21 March 2027.')
  })
  it('is no answer without a range unless the words name an event', () => {
    expect(
      answerFromEvents('When is the parade?', [dentist], null, { leastNamed: 0, related: () => [] }),
    ).toBeNull()
    expect(
      answerFromEvents('When is the dentist?', [dentist, choir], null, { leastNamed: 0, related: () => [] })
        ?.events,
    ).toEqual([dentist])
  })
  it('says how many it shows of how many', () => {
    const many = Array.from({ length: 15 }, (_, i) => ({ ...choir, id: `${i}` }))
    const answer = answerFromEvents('What is on?', many, range, { leastNamed: 0, related: () => [] })
    expect(answer?.text).toContain('and 3 more (showing 12 of 15)')
  })
})

describe('answerFromDate', () => {
  const date = { kind: 'date' as const, id: 'd', title: 'Date', text: '', today: '2027-03-10', time: '09:30' }
  it('says the day', () =>
    expect(answerFromDate('What day is it?', date, null)).toBe('Today is Wednesday 10 March 2027.'))
  it('says the range that is meant', () => {
    expect(answerFromDate('When is that?', date, range)).toBe(
      'Today is Wednesday 10 March 2027. Next week is Monday 15 March 2027 to Sunday 21 March 2027.',
    )
  })
  it('says the time or the week when the question is about them', () => {
    expect(answerFromDate('What time is it?', date, null)).toBe('It is 09:30 on Wednesday 10 March 2027.')
    expect(answerFromDate('Which week is it?', date, null)).toBe('Today is Wednesday 10 March 2027, week 10.')
    const newYear = { ...date, today: '2027-01-01' }
    expect(answerFromDate('Which week is it?', newYear, null)).toBe(
      'Today is Friday 1 January 2027, week 53.',
    )
  })
})
