import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../shared/run-event.ts'
import type { PromptProfile } from '../model/profile.ts'
import { createScriptedEngine, type ScriptedStep } from '../model/scripted-engine.ts'
import { type AskOptions, askSource, type DraftAnswer } from './answer.ts'
import { weighTerms } from './coverage.ts'
import type { Reading } from './readings.ts'
import { allSwitchesOn } from './switches.ts'
import { says } from './testing/fixtures.ts'

const reading = (passage: string, joined: Pick<Reading, 'joinedLine'> = {}): Reading => ({
  title: 'list.csv',
  passage,
  coverage: 1,
  ...joined,
  sources: [
    { kind: 'file', id: '1', title: 'list.csv', path: '/list.csv', location: 'line 1', quote: passage },
  ],
})

interface Asked {
  readonly answer: DraftAnswer | null
  readonly text: string
}

async function ask(
  question: string,
  source: Reading,
  script: readonly ScriptedStep[],
  options: AskOptions = {},
  profile: Partial<PromptProfile> = {},
): Promise<Asked> {
  const corpus = { size: () => 100, frequency: () => 2, related: () => [] }
  const engine = createScriptedEngine({ script, profile })
  let text = ''
  const emit = (event: RunEvent) => {
    if (event.type === 'text-delta') text += event.text
    if (event.type === 'text-replace') text = event.text
  }
  const answer = await askSource(
    source,
    {
      engine,
      switches: allSwitchesOn,
      question,
      terms: weighTerms(question, corpus),
      corpus,
      isAboutOwner: false,
      range: null,
      today: '2027-03-10',
      dateIsAnswer: false,
      isReplan: false,
      signal: new AbortController().signal,
      emit,
    },
    options,
  )
  engine.assertDone()
  return { answer, text }
}

/** What a person is shown when the model says this of a passage. */
async function shown(question: string, passage: string, reply: string): Promise<string | undefined> {
  const { answer, text } = await ask(question, reading(passage), says(reply))
  expect(text).toBe(answer?.text)
  return answer?.text
}

describe('an answer that says nothing', () => {
  const passage = 'Ferry season: amber zone\nThe pier is closed'
  it('beyond the question is replaced by the line of the source', async () => {
    expect(await shown('Which zone is the ferry season?', passage, 'The zone of the ferry season.')).toBe(
      'list.csv:\nFerry season: amber zone',
    )
  })
  it('is replaced when it is empty', async () => {
    expect(await shown('Is the pier closed?', passage, '')).toBe('list.csv:\nThe pier is closed')
  })
  it('is replaced when less than half of what it says stands in the source', async () => {
    expect(await shown('Which zone is the ferry season?', passage, 'probably somewhere nice, amber')).toBe(
      'list.csv:\nFerry season: amber zone',
    )
  })
})

describe('an answer from another sentence than the one that was asked about', () => {
  const passage = 'I must not eat celery; it makes me sneeze. Parsnip is fine.'
  const exact = `list.csv:\n${passage}`
  it('is replaced by the line, where the other is about what was asked', async () => {
    expect(await shown('What makes me sneeze?', passage, 'Parsnip.')).toBe(exact)
    expect(await shown('What makes me sneeze?', passage, 'Celery.')).toBe('Celery.')
  })
  it('is replaced, where what must not be is asked for and it says what may', async () => {
    expect(await shown('Which celery or parsnip must I not eat?', passage, 'Parsnip is fine.')).toBe(exact)
  })
  it('stands, where it gives the figure of what the sentence before is about', async () => {
    const price = 'The kayak is with Odalys. She wants 40 euros.'
    expect(await shown('How much is the kayak?', price, '40 euros.')).toBe('40 euros.')
  })
})

describe('a heading', () => {
  it('is shown with what comes next, where it is the code that was asked about', async () => {
    const passage = 'R1\nNo power\nR2\nNo water in the kettle'
    expect(await shown('kettle says R2', passage, 'The kettle says R2.')).toBe(
      'list.csv:\nR2\nNo water in the kettle',
    )
  })
  it('is shown with what comes next', async () => {
    const passage = '# Ferry season 2027\nThe pier is closed'
    expect(await shown('Which zone is the ferry season?', passage, '')).toBe(`list.csv:\n${passage}`)
  })
})

describe('an answer that only says the question again', () => {
  const passage = 'The rower is Odalys Mercier.\nHer tutor is Dr Ruben Holm.'
  const unsure = [
    { role: 'answer', score: { 'Yes:': 0.6 } },
    { role: 'answer', text: 'You need an oar.' },
  ] as const
  it('is no answer, where the model was not sure of its yes', async () => {
    const { answer, text } = await ask('Which oar do I need?', reading(passage), unsure)
    expect([answer, text]).toEqual([null, ''])
  })
  it('is replaced by the line, where the request asks nothing either', async () => {
    const script = [
      { role: 'answer', score: { 'Yes:': 0.6 } },
      { role: 'answer', text: 'The kettle blinks.' },
    ] as const
    const { text } = await ask('kettle blinks', reading('Kettle blinks: fill it'), script)
    expect(text).toBe('list.csv:\nKettle blinks: fill it')
  })
  it('nor where the line only has the rest of a name', async () => {
    const script = says('Odalys Mercier said it.')
    const { answer } = await ask('what oar did odalys say i need', reading('Oar: Odalys Mercier'), script)
    expect(answer).toBe(null)
  })
})

it.each([
  ['which hotel is the regatta at', 'Hotel Aurora'],
  ['which lake is the regatta on', 'Lake Orta'],
  ['what is the full name of odalys', 'Odalys Mercier'],
])('the rest of a name is an answer, where it is asked for: %s', async (question, name) =>
  expect(await shown(question, `Regatta with Odalys\n${name}`, name)).toBe(name),
)

describe('an answer without the value that was asked for', () => {
  it('is replaced by the line that has one', async () => {
    const passage = 'The kayak is hired from the pier\nThe kayak costs 40 a day'
    expect(await shown('How much is the kayak?', passage, 'It is hired from the pier.')).toBe(
      'list.csv:\nThe kayak costs 40 a day',
    )
  })
  it('is replaced when its figure is the one of the question', async () => {
    const passage = 'Locker 7: code 4471\nLocker 9: code 5580'
    expect(await shown('What is the code of locker 7?', passage, 'The code of locker 7.')).toBe(
      'list.csv:\nLocker 7: code 4471',
    )
  })
})

describe('a line about another name or code than the one asked', () => {
  const manual = 'Lamp R2: no water in the kettle\nLamp Y5: clean the filter'
  it('gives no answer: the line that is about it is shown', async () => {
    expect(await shown('What does lamp R2 mean?', manual, 'Clean the filter.')).toBe(
      'list.csv:\nLamp R2: no water in the kettle',
    )
  })
  it('that was asked for answers', async () => {
    expect(await shown('What does lamp R2 mean?', manual, 'No water in the kettle.')).toBe(
      'No water in the kettle.',
    )
  })
  it('is shown alone, where its sentence is one of several in a line', async () => {
    const sign = 'Ring twice. Lamp R2: no water in the kettle. Lamp Y5: clean the filter.'
    expect(await shown('kettle shows R2', sign, 'The kettle shows R2.')).toBe(
      'list.csv:\nLamp R2: no water in the kettle.',
    )
  })
  it('answers with a code where a name was asked about', async () => {
    const fair = '# Cadenza meeting\n- Hall: 24 May, booth C12\n- Room: 95 a night'
    expect(await shown('Which booth is ours at Cadenza', fair, 'The booth is C12.')).toBe('The booth is C12.')
  })
  it('is the model to choose, where no name or code says which', async () => {
    const plan = '- Law: exam on 19 August, Yaba\n- Fee for module 6: 96 naira, pay before 25 June'
    expect(await shown('last day to pay for the law exam', plan, 'It is 25 June.')).toBe('It is 25 June.')
  })
})

describe('a row of a table', () => {
  const table = 'hive, colour, frames\nAlder, green, 11\nBirch, white, 14\nCedar, green, 9'
  it('about something else gives no answer: the row that was asked for is shown', async () => {
    expect(await shown('How many frames has Birch?', table, 'Birch has 11 frames.')).toBe(
      'list.csv:\nBirch, white, 14',
    )
  })
  it('that was asked for answers', async () => {
    expect(await shown('How many frames has Birch?', table, 'Birch has 14 frames.')).toBe(
      'Birch has 14 frames.',
    )
  })
  it('that was asked for answers, also where the heading has more words of the question', async () => {
    expect(await shown('How many frames has the hive Birch?', table, 'Birch has 14 frames.')).toBe(
      'Birch has 14 frames.',
    )
  })
  it('is shown, never the heading, though that has a figure', async () => {
    const passage = 'hive, frames, year 2031\nalder, 11, white\nbirch, 14, green'
    expect(await shown('How many frames has birch?', passage, 'many')).toBe('list.csv:\nbirch, 14, green')
  })
  it('is looked for with any of the usual signs between its cells', async () => {
    for (const sign of [';', '|'])
      expect(await shown('How many frames has Birch?', table.replaceAll(',', sign), 'It has 9 frames.')).toBe(
        `list.csv:\nBirch${sign} white${sign} 14`,
      )
  })
  it('is not looked for in plain sentences', async () => {
    const text = 'The hive Birch is white.\nIt has 14 frames.'
    expect(await shown('How many frames has Birch?', text, '14 frames')).toBe('14 frames')
  })
})

describe('the line that stands for an answer', () => {
  it('is the one with the name of the question, where another has more of its other words', async () => {
    const passage = 'White hive in the orchard: 11 frames\nBirch hive, orchard: 14'
    expect(await shown('How many frames has the white orchard hive Birch?', passage, 'many')).toBe(
      'list.csv:\nBirch hive, orchard: 14',
    )
  })
  it('is the whole passage where no line says most of it', async () => {
    const passage = 'Zone\namber\nferry\nseason'
    expect(await shown('Which zone has the ferry in season?', passage, 'unknown')).toBe(
      `list.csv:\n${passage}`,
    )
  })
})

describe('two sources as one', () => {
  it('are dropped when the model does not give what was asked for', async () => {
    const { answer, text } = await ask(
      'How much is the tuner?',
      reading('The tuner is Brannoch\nBrannoch: 40 an hour', { joinedLine: null }),
      says('Brannoch'),
    )
    expect(answer).toBe(null)
    expect(text).toBe('')
  })
  it('are shown by the line that has the value, where there is one', async () => {
    const source = reading('The tuner is Brannoch\nBrannoch: 40 an hour', {
      joinedLine: 'Brannoch: 40 an hour',
    })
    const { answer } = await ask('How much is the tuner?', source, says('Brannoch'))
    expect(answer?.text).toBe('list.csv:\nBrannoch: 40 an hour')
  })
  it('answer when it does', async () => {
    const source = reading('The tuner is Brannoch\nBrannoch: 40 an hour', { joinedLine: null })
    expect((await ask('How much is the tuner?', source, says('40 an hour'))).answer?.text).toBe('40 an hour')
  })
})

it('asks for more certainty where it must', async () => {
  const unsure: ScriptedStep = { role: 'answer', score: { 'Yes:': 0.6 } }
  const said: ScriptedStep = { role: 'answer', text: 'amber' }
  const source = reading('Zone: amber')
  expect((await ask('Which zone?', source, [unsure, said])).answer?.text).toBe('amber')
  expect((await ask('Which zone?', source, [unsure], { isCertain: true })).answer).toBe(null)
})

it('counts as certainty what the source adds, for a model that says yes to anything', async () => {
  const unread: ScriptedStep = { role: 'answer', score: { 'Yes:': 0.3 } }
  const unsure: ScriptedStep = { role: 'answer', score: { 'Yes:': 0.6 } }
  const said: ScriptedStep = { role: 'answer', text: 'amber' }
  const source = reading('Zone: amber')
  const profile = { certaintyOf: 'gain', certaintyThreshold: 0.2 } as const
  const certain = { isCertain: true }
  expect((await ask('Which zone?', source, [unread, unsure, said], certain, profile)).answer?.text).toBe(
    'amber',
  )
  expect((await ask('Which zone?', source, [unsure, unsure], certain, profile)).answer).toBe(null)
})
