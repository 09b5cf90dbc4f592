import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../shared/run-event.ts'
import { createScriptedEngine, type ScriptedStep } from '../model/scripted-engine.ts'
import type { Found } from '../tools/tool.ts'
import { weighTerms } from './coverage.ts'
import { createEvidence } from './evidence.ts'
import { asksAboutOwner } from './own-words.ts'
import { allSwitchesOn, type Switches } from './switches.ts'
import { event, file, logLine, note, says, saysNo } from './testing/fixtures.ts'

interface Setup {
  readonly script?: readonly ScriptedStep[]
  readonly switches?: Partial<Switches>
  readonly isReplan?: boolean
  /** In how many of 100 documents words stand; 2 for others. */
  readonly frequencies?: Readonly<Record<string, number>>
}

function evidenceFor(
  question: string,
  { script = [], switches = {}, frequencies = {}, isReplan = false }: Setup = {},
) {
  const engine = createScriptedEngine({ script })
  const events: RunEvent[] = []
  const corpus = { size: () => 100, frequency: (text: string) => frequencies[text] ?? 2, related: () => [] }
  const evidence = createEvidence(
    {
      engine,
      switches: { ...allSwitchesOn, ...switches },
      question,
      terms: weighTerms(question, corpus),
      corpus,
      isAboutOwner: asksAboutOwner(question),
      range: null,
      today: '2027-03-10',
      dateIsAnswer: false,
      isReplan,
      signal: new AbortController().signal,
      emit: (event) => events.push(event),
    },
    new Set(),
  )
  /** Titles and passages that the model was asked about, in order. */
  const asked = () => engine.calls.filter(({ kind }) => kind === 'score').map(({ input }) => input)
  return { evidence, engine, events, asked }
}

const haul = (...found: Found[]) => ({ step: 1, tool: 'find_file', found })

describe('a source that clearly fits', () => {
  it('is asked about at once', async () => {
    const { evidence, engine } = evidenceFor('Which reed suits the bassoon?', {
      script: says('A soft one.'),
    })
    const answer = await evidence.take(haul(file('The reed that suits the bassoon: a soft one', 'reeds.txt')))
    engine.assertDone()
    expect(answer?.text).toBe('A soft one.')
  })
  it('is asked about once, however often it is found', async () => {
    const { evidence, asked } = evidenceFor('Which reed suits the bassoon?', { script: [saysNo] })
    for (let time = 0; time < 2; time++)
      await evidence.take(haul(file('The reed that suits the bassoon', 'reeds.txt')))
    expect(await evidence.rest()).toBe(null)
    expect(asked()).toHaveLength(1)
  })
  it('goes first though it was found later', async () => {
    const { evidence, engine, asked } = evidenceFor('Which reed suits the bassoon?', {
      script: says('A soft one.'),
    })
    await evidence.take(haul(file('The bassoon is a reed instrument', 'about.txt')))
    expect(asked()).toEqual([])
    const answer = await evidence.take(haul(file('The reed that suits the bassoon: a soft one', 'reeds.txt')))
    engine.assertDone()
    expect(answer?.sources).toMatchObject([{ title: 'reeds.txt' }])
  })
})

describe('a source that may fit', () => {
  const question = 'Which reed suits the bassoon?'
  const perhaps = file('The bassoon is a reed instrument, a soft one', 'about.txt')
  it('waits until every place was looked at', async () => {
    const { evidence, engine, asked } = evidenceFor(question, { script: says('A soft one.') })
    expect(await evidence.take(haul(perhaps))).toBe(null)
    expect(asked()).toEqual([])
    expect((await evidence.rest())?.text).toBe('A soft one.')
    engine.assertDone()
  })
  it('is asked about once', async () => {
    const { evidence, engine } = evidenceFor(question, { script: [saysNo] })
    await evidence.take(haul(perhaps))
    expect(await evidence.rest()).toBe(null)
    await evidence.take(haul(perhaps))
    expect(await evidence.rest()).toBe(null)
    engine.assertDone()
  })
  it('is one of three at the end, the best', async () => {
    const words = 'bassoon oboe reed cane soft tube bell crook key pad spring cork'.split(' ')
    const many = [7, 9, 8].map((n) => file(words.slice(0, n).join(' '), `${n}.txt`))
    const { evidence, engine, asked } = evidenceFor(`${words.join(' ')}?`, {
      script: [saysNo, saysNo, saysNo],
    })
    for (const each of [...many, file(words.slice(5).join(' '), 'other.txt')]) await evidence.take(haul(each))
    expect(await evidence.rest()).toBe(null)
    engine.assertDone()
    expect(asked().map((input) => /\w+\.txt/.exec(input)?.[0])).toEqual(['9.txt', '8.txt', '7.txt'])
  })
  it('is asked about at once where coverage is switched off', async () => {
    const { evidence, asked } = evidenceFor(question, { script: [saysNo], switches: { rareWords: false } })
    await evidence.take(haul(file('An instrument with a reed', 'about.txt')))
    expect(asked()).toHaveLength(1)
  })
})

describe('a source that cannot fit', () => {
  it('is not asked about: it has no figure where one is asked for', async () => {
    const { evidence, asked } = evidenceFor('What did the bassoon cost?')
    await evidence.take(haul(file('What the bassoon cost: ask Odalys', 'about.txt')))
    expect(await evidence.rest()).toBe(null)
    expect(asked()).toEqual([])
  })
})

describe('sources that say they are out of date', () => {
  const current = file('Ferry pass: zone amber, of Odalys', 'pass.txt')
  it.each(['EXPIRED', 'Abgelaufen!', 'Annulé', 'Cancelado', '期限切れ'])(
    'are asked about after current ones: %s',
    async (mark) => {
      const { evidence, engine, asked } = evidenceFor('Which zone is the ferry pass for?', {
        script: [saysNo, saysNo],
      })
      await evidence.take(haul(file(`Ferry pass ${mark}: zone teal`, 'a pass.txt'), current))
      engine.assertDone()
      expect(asked()[0]).toContain('amber')
      expect(asked()[1]).toContain('teal')
    },
  )
  it('come in their order where they are what is asked for', async () => {
    const { evidence, asked } = evidenceFor('Which zone was the former ferry pass for?', {
      script: [saysNo, saysNo],
      frequencies: { former: 0 },
    })
    await evidence.take(haul(file('Ferry pass EXPIRED: zone teal', 'a pass.txt'), current))
    expect(asked()[0]).toContain('teal')
  })
  it('are told by the title or the first line, not by what stands further down', async () => {
    const { evidence, asked } = evidenceFor('Which zone is the ferry pass for?', { script: [saysNo, saysNo] })
    await evidence.take(haul(file('Ferry pass: zone teal\nThe old one is void', 'pass.txt'), current))
    expect(asked()[0]).toContain('teal')
  })
})

describe('two persons of one name', () => {
  const question = 'What is the number of Odalys?'
  /** Neither source has the word: it must not count against them. */
  const frequencies = { number: 0 }
  const two = [note('Odalys Brannoch: 555 0101', 'Contacts'), note('Odalys Quillon: 555 0202', 'Choir')]
  it('are asked back about, with a line of each, and the model is asked nothing', async () => {
    const { evidence, events, asked } = evidenceFor(question)
    expect(await evidence.take(haul(...two))).toBe(null)
    const answer = await evidence.rest()
    expect(answer?.text).toBe(
      [
        'I found more than one. Which one do you mean?',
        '- Contacts: Odalys Brannoch: 555 0101',
        '- Choir: Odalys Quillon: 555 0202',
      ].join('\n'),
    )
    expect(asked()).toEqual([])
    expect(events).toEqual([{ type: 'text-delta', text: answer?.text }])
  })
  it('are seen though they stand in two places', async () => {
    const { evidence } = evidenceFor(question)
    for (const each of two) expect(await evidence.take(haul(each))).toBe(null)
    expect((await evidence.rest())?.sources).toMatchObject([{ title: 'Contacts' }, { title: 'Choir' }])
  })
  it('are not waited for where the question says which', async () => {
    const { evidence } = evidenceFor('What is the number of Odalys Quillon?', {
      script: says('555 0202'),
      frequencies,
    })
    expect((await evidence.take(haul(...two)))?.text).toBe('555 0202')
  })
  it('make no question of one that is found alone', async () => {
    const { evidence, engine } = evidenceFor(question, { script: says('555 0101'), frequencies })
    expect(await evidence.take(haul(...two.slice(0, 1)))).toBe(null)
    expect((await evidence.rest())?.text).toBe('555 0101')
    engine.assertDone()
  })
  it('are answered from one where asking back is switched off', async () => {
    const { evidence } = evidenceFor(question, {
      script: says('555 0101'),
      switches: { askBack: false },
      frequencies,
    })
    expect((await evidence.take(haul(...two)))?.text).toBe('555 0101')
    const no = evidenceFor(question, { script: [saysNo], switches: { askBack: false }, frequencies })
    await no.evidence.take(haul(...two))
    expect(await no.evidence.rest()).toBe(null)
  })
})

describe('a fact through another', () => {
  const question = 'What is the phone number of the theremin tuner?'
  const who = logLine('The theremin tuner is Brannoch')
  const number = file('Brannoch: phone 555 0101', 'contacts.txt')
  it('is answered from both sources together', async () => {
    const { evidence, engine, asked } = evidenceFor(question, { script: says('555 0101') })
    for (const each of [who, number]) expect(await evidence.take(haul(each))).toBe(null)
    const answer = await evidence.rest()
    engine.assertDone()
    expect(asked()[0]).toContain('(chat, Ada): The theremin tuner is Brannoch\nBrannoch: phone 555 0101')
    expect(answer).toMatchObject({ text: '555 0101', sources: [{ title: 'contacts.txt' }] })
  })
  it('is dropped when what the model says is not the value and no single line shows it', async () => {
    const { evidence, events } = evidenceFor(question, { script: [...says('Brannoch'), saysNo] })
    const numbers = file('Brannoch: phone 555 0101\nBrannoch, phone at home: 555 0202', 'contacts.txt')
    for (const each of [who, numbers]) await evidence.take(haul(each))
    expect(await evidence.rest()).toBe(null)
    expect(events.filter(({ type }) => type !== 'text-delta')).toEqual([{ type: 'text-replace', text: '' }])
  })
  it('is not looked for where bridges are switched off', async () => {
    const { evidence, asked } = evidenceFor(question, { switches: { bridges: false } })
    for (const each of [who, number]) await evidence.take(haul(each))
    expect(await evidence.rest()).toBe(null)
    expect(evidence.nextLead()).toBe(null)
    expect(asked()).toEqual([])
  })
  it('is looked for under the names of a lead, each lead once', async () => {
    const { evidence } = evidenceFor(question)
    await evidence.take(haul(file('The theremin tuner is Brannoch', 'tuner.txt')))
    expect(evidence.nextLead()).toMatchObject({ names: ['brannoch'], missing: ['phone', 'number'] })
    expect(evidence.nextLead()).toBe(null)
  })
})

describe('pages about persons', () => {
  it('are asked about last, though they have no other word of the question', async () => {
    const { evidence, engine, asked } = evidenceFor('Where does Odalys moor?', {
      script: says('At the pier.'),
    })
    await evidence.take(haul(note('At the pier, third float.', 'Odalys')))
    expect(asked()).toEqual([])
    expect((await evidence.rest())?.text).toBe('At the pier.')
    engine.assertDone()
  })
})

describe('events of a second plan', () => {
  const birthday = event('Odalys birthday', '2027-03-12', '2027-03-12')
  const calendar = { step: 1, tool: 'queryCalendar', found: [birthday] }
  it.each([
    ['When is the birthday of Odalys?', 'Odalys birthday: Friday 12 March 2027, all day'],
    ['How many days until the birthday of Odalys?', expect.stringContaining('That is in 2 days')],
    ['phone number of Odalys?', undefined],
  ])('answer what they can: %s', async (question, text) => {
    const { evidence } = evidenceFor(question, { isReplan: true })
    expect((await evidence.take(calendar))?.text).toEqual(text)
  })
})

describe('an answer that says less than was asked for', () => {
  const question = 'Date of the wedding of Odalys?'
  const monthOnly = file('The wedding of Odalys is in June', 'plans.txt')
  it('gives way to one that says it', async () => {
    const { evidence, engine } = evidenceFor(question, {
      script: [...says('In June.'), ...says('On 26 June.')],
    })
    expect(await evidence.take(haul(monthOnly))).toBe(null)
    const answer = await evidence.take(haul(file('The wedding of Odalys: 26 June', 'invitation.txt')))
    engine.assertDone()
    expect(answer).toMatchObject({ text: 'On 26 June.', sources: [{ title: 'invitation.txt' }] })
  })
  it('is kept for the end, and not shown before', async () => {
    const { evidence, events } = evidenceFor(question, { script: says('In June.') })
    await evidence.take(haul(monthOnly))
    expect(await evidence.rest()).toBe(null)
    expect(evidence.partial()).toMatchObject({ text: 'In June.', sources: [{ title: 'plans.txt' }] })
    expect(events.at(-1)).toEqual({ type: 'text-replace', text: '' })
  })
})

describe('when all else failed', () => {
  it('asks about notes that others fit better, and not before', async () => {
    const { evidence, asked } = evidenceFor('Which reed suits the oak bassoon?', {
      script: [saysNo, ...says('A soft one.')],
    })
    const best = note('Which reed suits the oak bassoon?', 'Reed')
    await evidence.take(haul(best, note('The bassoon reed: a soft one', 'Shop')))
    expect(await evidence.rest()).toBe(null)
    expect(asked()).toHaveLength(1)
    expect(await evidence.lastResort()).toMatchObject({ text: 'A soft one.' })
  })
  const paper = file('Rent: 1,180 dollars\nBegins on 1 July', 'lease.txt')
  it('a source that shares a little with the question is asked about, with more certainty', async () => {
    const question = 'How much is the rent of the flat a month?'
    for (const [yes, answer] of [
      [0.9, '1,180 dollars'],
      [0.6, null],
    ] as const) {
      const { evidence } = evidenceFor(question, {
        script: [
          { role: 'answer', score: { 'Yes:': yes } },
          ...(answer ? [{ role: 'answer', text: answer } as const] : []),
        ],
      })
      expect(await evidence.take(haul(paper))).toBe(null)
      expect(await evidence.rest()).toBe(null)
      expect((await evidence.lastResort())?.text ?? null).toBe(answer)
    }
  })
  it('none is that shares nothing with it', async () => {
    const { evidence, asked } = evidenceFor('Which reed suits the bassoon?')
    await evidence.take(haul(paper))
    expect(await evidence.lastResort()).toBe(null)
    expect(asked()).toEqual([])
  })
})

describe('rows of a table that are meant alike', () => {
  const drivers = file(
    'name,licence until\nAda Berg,2028-02-14\nAda Lund,2027-07-03\nTope,2027-12-09',
    'Drivers.csv',
  )
  const question = "Until when is ada's licence?"
  it('are asked back about where one value is asked for', async () => {
    const { evidence, engine } = evidenceFor(question)
    const answer = await evidence.take(haul(drivers))
    engine.assertDone()
    expect(answer?.text).toBe(
      [
        'I found more than one. Which one do you mean?',
        '- name: Ada Berg; licence until: 2028-02-14',
        '- name: Ada Lund; licence until: 2027-07-03',
      ].join('\n'),
    )
    expect(answer?.sources[0]?.quote).toBe('name,licence until\nAda Berg,2028-02-14\nAda Lund,2027-07-03')
  })
  it('are read by the model where asking back is switched off', async () => {
    const { evidence, engine } = evidenceFor(question, {
      switches: { askBack: false },
      script: says('Ada Berg has it until 2028-02-14.'),
    })
    await evidence.take(haul(drivers))
    engine.assertDone()
  })
})

describe('whose a thing is', () => {
  it('should stand in the source, in whatever letters it was asked: else more certainty is wanted at the end', async () => {
    const { evidence, asked } = evidenceFor("what's odalys's passport number", {
      script: [{ role: 'answer', score: { 'Yes:': 0.79 } }],
    })
    await evidence.take(haul(file('Passport number CB914077 of Brannoch', 'passport.txt')))
    expect(await evidence.rest()).toBe(null)
    expect(asked()).toEqual([])
    expect(await evidence.lastResort()).toBe(null)
    expect(asked()).toHaveLength(1)
  })
})

describe('reading through the notebook', () => {
  const notes = (n: number) =>
    Array.from({ length: n }, (_, i) => note(`${i} ${'tea '.repeat(150)}`, `N${i}`))
  it('asks about notes that share no word with the question', async () => {
    const { evidence, engine } = evidenceFor('Am I fond of cats?', { script: says('You keep two kittens.') })
    const answer = await evidence.readThrough(haul(note('I keep two kittens', 'Home')))
    engine.assertDone()
    expect(answer?.text).toBe('You keep two kittens.')
  })
  it('wants more certainty than of other sources', async () => {
    const unsure: ScriptedStep = { role: 'answer', score: { 'Yes:': 0.55 } }
    const { evidence, engine } = evidenceFor('Am I fond of cats?', { script: [unsure] })
    expect(await evidence.readThrough(haul(note('I keep two kittens', 'Home')))).toBe(null)
    engine.assertDone()
  })
  it('ends after four passages', async () => {
    const { evidence, asked } = evidenceFor('Am I fond of cats?', { script: Array(4).fill(saysNo) })
    expect(await evidence.readThrough(haul(...notes(7)))).toBe(null)
    expect(asked()).toHaveLength(4)
  })
})
