import { describe, expect, it } from 'vitest'
import type { FoundEvent, FoundNote } from '../tools/tool.ts'
import { asksForDateOnly, handleEvidence } from './evident-handles.ts'
import { runPlanner } from './planner.ts'
import type { HarnessPorts, WordRange } from './ports.ts'
import type { Switches } from './switches.ts'
import { event, type FakeTool, fakeTool, note, setUp } from './testing/fixtures.ts'

const date = fakeTool('current_date')
const regatta = event('Regatta', '2027-03-12T09:00:00+01:00', '2027-03-12T10:00:00+01:00')
const menu = ['search-info', 'check-schedule', 'current-date'].map((slug) => ({ slug, examples: [] }))

interface Given {
  /** In how many of 100 documents words stand; 2 for others. */
  readonly frequencies?: Readonly<Record<string, number>>
  readonly range?: WordRange | null
  readonly switches?: Partial<Switches>
  readonly isFollowUp?: boolean
  readonly leans?: boolean
  /** What the Notebook finds, and the events of the calendar. */
  readonly notes?: FoundNote[]
  readonly events?: FoundEvent[]
  /** L1's own scores. */
  readonly score?: Readonly<Record<string, number>>
}

/** Ports over a calendar with one event, unless others are given, in which each handle has tools of its own. */
function portsOf(given: Given): HarnessPorts {
  const { frequencies = {}, range = null, switches = {}, score = {}, notes = [], events = [regatta] } = given
  const calendar = fakeTool('queryCalendar', events)
  const notebook = fakeTool('check_notebook', notes)
  const { ports } = setUp({
    tools: [notebook, calendar, date],
    menu,
    frequencies,
    range,
    switches,
    script: [{ role: 'planner', score }],
  })
  const toolsOf: Readonly<Record<string, readonly FakeTool[]>> = {
    'search-info': [notebook],
    'check-schedule': [calendar, date],
    'current-date': [date],
  }
  const expand = ([slug = '']: readonly string[]) => ({ tools: toolsOf[slug] ?? [], missing: [] })
  return { ...ports, namespace: { ...ports.namespace, expand } }
}

const signal = new AbortController().signal

/** What each handle and "no tool" gets for a question. */
async function evidence(question: string, given: Given = {}) {
  const { isFollowUp = false, leans = false } = given
  const of = await handleEvidence(portsOf(given), { question, isFollowUp, leans, signal })
  return {
    search: of('search-info'),
    schedule: of('check-schedule'),
    date: of('current-date'),
    none: of(null),
  }
}
const nothing = { search: 0, schedule: 0, date: 0, none: 0 }
/** No word of the question stands in the data. */
const unknown = (...words: string[]) => Object.fromEntries(words.map((word) => [word, 0]))

describe('a question that leans on what was said', () => {
  const frequencies = unknown('rebate', 'kayak', 'inventor', 'invented')
  it('for a value of it is for looking it up', async () => {
    const question = 'kayak: and how much do they give back'
    expect(await evidence(question, { frequencies, leans: true })).toMatchObject({ search: 1.5, none: 0 })
  })
  it('otherwise may be of general knowledge', async () => {
    const { search } = await evidence('kayak: who invented it', { frequencies, leans: true })
    expect(search).toBeLessThan(0)
  })
})

describe('asksForDateOnly', () => {
  it.each([
    'What is the date?',
    'What day is it in three weeks?',
    'What date is next Tuesday?',
    'Which week is the 4th of May?',
    'Welcher Wochentag ist morgen?',
  ])('%s', (question) => expect(asksForDateOnly(question)).toBe(true))
  it.each([
    'What date is the regatta?',
    'What is on tomorrow?',
    'Which day does Odalys come?',
    'Next Tuesday',
  ])('not: %s', (question) => expect(asksForDateOnly(question)).toBe(false))
})

describe('a question about a date alone', () => {
  it('speaks for the handle that only tells dates', async () => {
    const moved = await evidence('What day is it in three weeks?')
    expect(moved).toEqual({ ...nothing, date: moved.date })
    expect(moved.date).toBeGreaterThan(0)
  })
  it('does not speak for a skill of prose alone, which tells no date', async () => {
    const of = await handleEvidence(portsOf({}), { question: 'What is the date?', isFollowUp: false, signal })
    expect(of('haiku')).toBe(0)
  })
})

describe('a question whose words name an event', () => {
  it('speaks for the handles with the calendar', async () => {
    const moved = await evidence('When is the regatta?')
    expect(moved).toEqual({ ...nothing, schedule: moved.schedule })
    expect(moved.schedule).toBeGreaterThan(0)
  })
  it('does so within an understood range, and when only the range is asked about', async () => {
    const range = { start: '2027-03-12', end: '2027-03-12', label: 'friday', grain: 'day' }
    for (const question of ['Who sails the regatta on Friday?', 'What is on this Friday?'])
      expect((await evidence(question, { range })).schedule).toBeGreaterThan(0)
  })
  it('does not do so where a figure is asked for: that stands in a paper', async () => {
    const range = { start: '2027-03-12', end: '2027-03-12', label: 'friday', grain: 'day' }
    expect((await evidence('How much is the regatta on Friday?', { range })).search).toBeGreaterThan(0)
  })
  it('does not do so without a word of time', async () => {
    expect((await evidence('Who sails the regatta?')).search).toBeGreaterThan(0)
  })
  it('is none where the calendar has no such event, whatever else it has then', async () => {
    const range = { start: '2027-03-12', end: '2027-03-12', label: 'friday', grain: 'day' }
    expect((await evidence('Who sails the cutter on Friday?', { range })).search).toBeGreaterThan(0)
    expect((await evidence('When is the concert?', { frequencies: { concert: 60 } })).schedule).toBe(0)
  })
})

describe('a question until when something is valid', () => {
  const asked = (question: string, title: string) =>
    evidence(question, { events: [event(title, '2027-03-12', '2027-03-12')], frequencies: unknown('run') })
  it.each([
    ['when does the lease of the workshop run out', 'Pay the workshop lease'],
    ['When does the passport expire?', 'Passport photo'],
    ['until when is the bus pass valid', 'Bus pass'],
    ['When does the rental contract end?', 'Rental contract'],
    ['wann läuft der Mietvertrag ab', 'Mietvertrag'],
  ])('is not taken for the calendar by an event that only shares words: %s', async (question, title) => {
    const { search, schedule } = await asked(question, title)
    expect(schedule).toBe(search)
  })
  it('is no general knowledge where the paper is a certain one, also where the data calls it otherwise', async () => {
    const frequencies = unknown('lease', 'run', 'loft', 'passport', 'valid')
    const searched = async (question: string) => (await evidence(question, { frequencies })).search
    expect(await searched('when does the lease of the loft run out')).toBe(0)
    expect(await searched('How long is a passport valid?')).toBeLessThan(0)
    expect(await searched('When did the lease of the loft run out?')).toBeLessThan(0)
  })
  it.each([
    ['When does the passport expire?', 'Passport expires'],
    ['When does the lease of the workshop run out?', 'Last day of the workshop lease'],
    ['When does the regatta end?', 'Regatta'],
  ])('is so where the event is an end, or no contract is asked about: %s', async (question, title) => {
    const { search, schedule } = await asked(question, title)
    expect(schedule).toBeGreaterThan(search)
  })
})

describe('a figure that no event gives', () => {
  it('speaks a little against what only looks into the calendar or tells the date', async () => {
    const moved = await evidence('how many days ahead do I have to tell the landlord if we move out')
    expect(moved.schedule).toBeLessThan(moved.search)
    expect(moved.date).toBeLessThan(moved.search)
  })
  it.each([
    ['How many days until the regatta?', {}],
    ['How many meetings do I have with Odalys?', {}],
    ['How long is the regatta?', {}],
    [
      'How much is due on Friday?',
      { range: { start: '2027-03-12', end: '2027-03-12', label: 'friday', grain: 'day' } },
    ],
    ['When did we move out?', {}],
  ])('says nothing where the calendar may: %s', async (question, given) => {
    const { search, schedule } = await evidence(question, given)
    expect(schedule).toBeGreaterThanOrEqual(search)
  })
})

describe('general knowledge', () => {
  const question = 'Which planet is the densest?'
  const frequencies = unknown('planet', 'densest')
  it('speaks against looking anything up, and leaves the date alone', async () => {
    const moved = await evidence(question, { frequencies })
    expect(moved.search).toBeLessThan(0)
    expect(moved).toEqual({ ...nothing, search: moved.search, schedule: moved.search })
  })
  it('is not taken for such where the asker is part of it', async () => {
    expect(await evidence('Which planet is the densest of mine?', { frequencies })).toEqual(nothing)
    expect(await evidence('Which planet did you show me?', { frequencies })).toEqual(nothing)
  })
  it('is not taken for such where the price or number of one thing is asked', async () => {
    expect((await evidence('Price of the densest planet', { frequencies })).search).toBe(0)
  })
  it('is not taken for such where a time of the calendar is named', async () => {
    const range = { start: '2027-03-12', end: '2027-03-12', label: 'friday', grain: 'day' }
    expect((await evidence(question, { frequencies, range })).search).toBe(0)
  })
})

describe('a request to do something', () => {
  it('speaks against looking up more than any question does', async () => {
    const moved = await evidence('Order a new reed for the bassoon')
    const general = await evidence('Which planet is the densest?', {
      frequencies: unknown('planet', 'densest'),
    })
    expect(moved.search).toBeLessThan(general.search)
    expect(moved).toEqual({ ...nothing, search: moved.search, schedule: moved.search })
  })
})

describe("the owner's words", () => {
  it('speak for looking up where all that is asked about stands in the data, some of it in few places', async () => {
    const moved = await evidence('Who has the theremin in the loft?', { frequencies: { loft: 60 } })
    expect(moved.search).toBeGreaterThan(0)
    expect(moved).toEqual({ ...nothing, search: moved.search, schedule: moved.search })
  })
  it('say nothing where they stand everywhere', async () => {
    const frequencies = { theremin: 60, loft: 60 }
    expect(await evidence('Who has the theremin in the loft?', { frequencies })).toEqual(nothing)
  })
  it('say nothing where most of what is asked about stands nowhere', async () => {
    const frequencies = unknown('tuned', 'oak')
    expect(await evidence('Who tuned the oak theremin?', { frequencies, isFollowUp: true })).toEqual(nothing)
  })
  it('say nothing where it is asked what a word means', async () => {
    expect(await evidence('What is a theremin?')).toEqual(nothing)
  })
})

describe('a figure or moment of a word that stands in a place or two', () => {
  const frequencies = { ...unknown('drugs', 'stop', 'planets', 'requiem', 'cups'), bleeding: 60 }
  it('speaks for looking up, also where not all of the question stands in the data', async () => {
    const question = "how much misoprostol if the other drugs don't stop the bleeding"
    expect((await evidence(question, { frequencies })).search).toBeGreaterThan(0)
    expect(
      (await evidence(question, { frequencies: { ...frequencies, misoprostol: 3 } })).search,
    ).toBeLessThan(0)
  })
  it.each([
    'When did Brahms write his requiem, and how many planets stop?',
    'When did brahms stop the requiem?',
    'What does misoprostol mean for planets and cups?',
    'misoprostol, what does it mean?',
    'explain misoprostol to me, and what planets stop',
    'How much misoprostol is in a tablet with drugs and cups?',
    'How many misoprostol does a planets drugs stop?',
  ])('says nothing where it is asked of the world: %s', async (question) => {
    expect((await evidence(question, { frequencies })).search).toBeLessThanOrEqual(0)
  })
  it('says nothing of an everyday word, or where hardly anything else is known', async () => {
    const none = unknown('drugs', 'stop', 'bleeding')
    for (const question of [
      'How much chocolate if the other drugs stop the bleeding?',
      'How much misoprostol if the other drugs stop the bleeding?',
    ])
      expect((await evidence(question, { frequencies: none })).search).toBeLessThanOrEqual(0)
  })
})

describe('a yes-or-no question about a name without its capital', () => {
  const question = 'is odalys vegetarian or what'
  const frequencies = unknown('vegetarian')
  const search = async (asked: string, given: Given = {}) =>
    (await evidence(asked, { frequencies: { ...frequencies, ...given.frequencies }, ...given })).search
  it('speaks for looking up, more so where the Notebook has a page about the person', async () => {
    const page = await search(question, { frequencies, notes: [note('Eats no meat.', 'Odalys Prieto')] })
    const text = await search(question, { frequencies, notes: [note('Dinner with Odalýs on Friday')] })
    expect(text).toBeGreaterThan(0)
    expect(page).toBeGreaterThan(text)
  })
  it('wants more than one document where no note has the name', async () => {
    expect(await search(question, { frequencies })).toBeGreaterThan(0)
    expect(await search(question, { frequencies: { ...frequencies, odalys: 1 } })).toBeLessThan(0)
  })
  it('is none where a note writes the word small, or most documents have it', async () => {
    expect(await search(question, { frequencies, notes: [note('An odalys is a flower')] })).toBeLessThan(0)
    expect(await search(question, { frequencies: { ...frequencies, odalys: 60 } })).toBeLessThan(0)
  })
  it.each([
    'is there vegetarian food',
    'is odalys a vegetarian',
    'is water vegetarian',
    'who odalys vegetarian',
  ])('is no such question: %s', async (other) => {
    const asked = { ...frequencies, ...unknown('food'), water: 1 }
    expect(await search(other, { frequencies: asked })).toBeLessThanOrEqual(0)
  })
  it('leaves a name with a capital as it is', async () => {
    expect(await search('Is Odalys vegetarian?', { frequencies })).toBe(0)
  })
})

describe('a few words with no word that asks', () => {
  /** In too many documents to be the asker's own words for that alone. */
  const everywhere = [
    'misoprostol',
    'brahms',
    'number',
    'phone',
    'code',
    'preis',
    'dose',
    'piano',
    'violin',
    'viola',
  ]
  const frequencies = {
    ...unknown('rhyme', 'poem', 'requiem', 'dead', 'explain', 'translate', 'write'),
    ...Object.fromEntries(everywhere.map((word) => [word, 60])),
  }
  it.each(['misoprostol dose?', 'brahms number', 'preis brahms'])(
    'look for what is known: %s',
    async (words) => {
      expect((await evidence(words, { frequencies })).search).toBeGreaterThan(0)
    },
  )
  it.each([
    'poem rhyme?',
    'explain misoprostol?',
    'translate phone number',
    'write code for brahms',
    'is brahms dead?',
    'brahms requiem piano violin viola number',
  ])('do not, where something else is wanted: %s', async (words) => {
    expect((await evidence(words, { frequencies })).search).toBeLessThanOrEqual(0)
  })
})

describe('a question about the family of whoever asks', () => {
  it('is no general knowledge', async () => {
    const frequencies = unknown('pill', 'mother', 'take', 'bedtime', 'quem', 'chave', 'casa')
    expect(await evidence('which pill does mother take at bedtime', { frequencies })).toEqual(nothing)
    expect(await evidence('quem tem a chave da nossa casa?', { frequencies })).toEqual(nothing)
    expect((await evidence('which pill does a mother take', { frequencies })).search).toBeLessThan(0)
  })
})

describe('the choice of L1', () => {
  async function chosen(question: string, given: Given) {
    const input = { question, signal, withRationale: false, isFollowUp: false }
    const { handles, candidates } = await runPlanner(portsOf(given), input)
    expect(candidates.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1)
    return handles
  }
  const off = { evidence: false, ownWords: false }
  it.each([
    ['What day is it in three weeks?', { '@search-info': 0.7, '@current-date': 0.2 }, ['current-date'], {}],
    ['When is the regatta?', { '@search-info': 0.7, '@check-schedule': 0.2 }, ['check-schedule'], {}],
    [
      'Which planet is the densest?',
      { '@search-info': 0.7, 'no tool': 0.2 },
      [],
      unknown('planet', 'densest'),
    ],
    ['Can you order a reed for my bassoon?', { '@search-info': 0.9, 'no tool': 0.05 }, [], {}],
    ['Who has the theremin?', { 'no tool': 0.6, '@search-info': 0.2 }, ['search-info'], {}],
  ] as const)(
    'is moved by evidence, and not without it: %s',
    async (question, score, handles, frequencies) => {
      expect(await chosen(question, { score, frequencies })).toEqual(handles)
      const [own] = Object.entries(score).sort(([, a], [, b]) => b - a)[0] ?? []
      const without = await chosen(question, { score, frequencies, switches: off })
      expect(without).toEqual(own === 'no tool' ? [] : [own?.slice(1)])
    },
  )
  it('stays where the model is sure of another', async () => {
    const score = { '@search-info': 0.999, '@current-date': 0.0001 }
    expect(await chosen('What day is it in three weeks?', { score })).toEqual(['search-info'])
  })
})
