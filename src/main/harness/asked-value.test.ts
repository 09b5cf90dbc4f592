import { describe, expect, it } from 'vitest'
import {
  askedValue,
  figuresIn,
  givesAll,
  givesMoney,
  givesValue,
  holdsPhone,
  holdsValue,
  isKindOfValue,
  kindsOfValue,
} from './asked-value.ts'

describe('askedValue', () => {
  it.each([
    ['How many hives stand at the orchard?', 'figure'],
    ['Serial number of the loom?', 'figure'],
    ['What was the deposit for the kayak', 'figure'],
    ['No. of the locker?', 'figure'],
    ['Wie hoch ist die Miete?', 'figure'],
    ['When does the ferry leave?', 'moment'],
    ['Which day is the regatta?', 'moment'],
    ['Wann fährt die Fähre?', 'moment'],
    ['whens the ferry', 'moment'],
    ['at what hour does the ferry leave', 'moment'],
    ['regatta date pls', 'moment'],
    ['date of my exam', 'moment'],
    ['combien coûte le kayak', 'figure'],
    ['quanto custa o caiaque', 'figure'],
    ['jusqu’à quand vaut le permis', 'moment'],
    ['até que dia posso pagar', 'moment'],
    ['quando parte il traghetto', 'moment'],
    ['What does the sailmaker want for it?', 'figure'],
    ['what do they charge a day', 'figure'],
    ['What does Odalys want for her birthday?', null],
    ['Is the kayak up to date now', null],
    ['Who tuned the theremin?', null],
    ['Is there no kayak left?', null],
    ['Where is the numbered print?', null],
  ] as const)('%s → %s', (question, value) => expect(askedValue(question)).toBe(value))

  it('takes a figure for meant where both are named', () => {
    expect(askedValue('When was the price raised?')).toBe('figure')
  })
})

describe('holdsValue', () => {
  it('wants a number, in digits or in words, where one is asked for', () => {
    expect(holdsValue('The hives stand at the orchard', 'figure')).toBe(false)
    expect(holdsValue('14 hives', 'figure')).toBe(true)
    expect(holdsValue('Twelve hives', 'figure')).toBe(true)
    expect(holdsValue('Fünf Bienenstöcke', 'figure')).toBe(true)
  })
  it('does not take the day before a line of the log for a figure', () => {
    expect(holdsValue('2027-03-01 (chat, Odalys): the hives are well', 'figure')).toBe(false)
    expect(holdsValue('2027-03-01 (chat, Odalys): 9 hives', 'figure')).toBe(true)
  })
  it('takes that day for a moment, and names of days and months too', () => {
    expect(holdsValue('2027-03-01 (chat, Odalys): the ferry left', 'moment')).toBe(true)
    expect(holdsValue('The ferry leaves on Tuesday', 'moment')).toBe(true)
    expect(holdsValue('The ferry is blue', 'moment')).toBe(false)
  })
  it('wants nothing where the question does not say', () => {
    expect(holdsValue('The ferry is blue', null)).toBe(true)
  })
})

describe('givesValue', () => {
  it('does not take a month of a year for a figure', () => {
    expect(givesValue('It is Setembro de 2025.', 'extension of the harbour', 'figure')).toBe(false)
    expect(givesValue('It was on 10 May 2027.', 'how much is the kayak', 'figure')).toBe(false)
    expect(givesValue('4410, since May 2027.', 'extension of the harbour', 'figure')).toBe(true)
  })
  it('takes a number beside a month for a figure, where it is no year', () => {
    expect(givesValue('January 1450 kWh', 'how much did the kiln use in winter', 'figure')).toBe(true)
    expect(holdsValue('Rent for May 1200 €', 'figure')).toBe(true)
  })
  it('takes the day that somebody was born for their age', () => {
    expect(holdsValue('Odalys, born 12 May 1987', 'figure')).toBe(true)
    expect(givesValue('Odalys was born on 12 May 1987.', 'how old is odalys', 'figure')).toBe(true)
  })
  it('does not take a season for a moment that the question brought', () => {
    expect(givesValue('The winter oars are here.', 'when do the winter oars come', 'moment')).toBe(false)
    expect(givesValue('They come in spring.', 'when do the winter oars come', 'moment')).toBe(true)
  })
  it('does not count what the question brought itself', () => {
    expect(givesValue('It is K17.', 'What is the price of K17?', 'figure')).toBe(false)
    expect(givesValue('K17 costs 40.', 'What is the price of K17?', 'figure')).toBe(true)
  })
  it('takes a number in words', () => {
    expect(givesValue('Twelve of them', 'How many hives has K17?', 'figure')).toBe(true)
  })
  it('wants a day that is another than the asked one, or the name of one', () => {
    expect(givesValue('In 2031', 'When in 2031 is the regatta?', 'moment')).toBe(false)
    expect(givesValue('On 4 June 2031', 'When in 2031 is the regatta?', 'moment')).toBe(true)
    expect(givesValue('On Friday', 'When is the regatta?', 'moment')).toBe(true)
    expect(givesValue('The regatta', 'When is the regatta?', 'moment')).toBe(false)
  })
  it('does not take the day of a log line for a figure', () => {
    expect(givesValue('2027-03-01: paid', 'How much was the deposit?', 'figure')).toBe(false)
  })
})

describe('a phone number', () => {
  it('is held by a text with a long number only', () => {
    expect(holdsPhone('She charges 90 euros this year', 'phone of the accountant who raised it')).toBe(false)
    expect(holdsPhone('The phone is in the drawer', 'where is the phone of Odalys')).toBe(true)
    expect(holdsPhone('She charges 90 euros this year', 'phone number of the accountant')).toBe(false)
    expect(holdsPhone('Call 223 555 098', 'phone number of the accountant')).toBe(true)
    expect(holdsPhone('Sie nimmt 90 Euro', 'Was ist ihre Telefonnummer?')).toBe(false)
  })
  it('may have dots between its digits, but is no day', () => {
    const asked = 'what is the phone number of the clinic'
    expect(holdsPhone('Clinique : 01.42.68.53.00', asked)).toBe(true)
    expect(holdsPhone('Clinic 555.010.2345', asked)).toBe(true)
    expect(holdsPhone('Clinic closed from 14.05.2027', asked)).toBe(false)
  })
  it('may be short where the text says that it is one', () => {
    const asked = 'phone number of the reception?'
    for (const text of ['Reception: ext. 402', 'Phone: 4711', 'In a fire call 112'])
      expect(holdsPhone(text, asked)).toBe(true)
    for (const text of ['The phone costs 132 euros', 'Phone 45.20 a month'])
      expect(holdsPhone(text, asked)).toBe(false)
  })
  it('is not what the price of a phone is', () => {
    expect(holdsPhone('Sold for 90 euros', 'How much did the old phone bring?')).toBe(true)
  })
})

it('knows words that say only what kind of value is asked for', () => {
  expect(['number', 'phone', 'preis', 'year'].map(isKindOfValue)).toEqual([true, true, true, true])
  expect(['kayak', 'numbered', 'deposit'].map(isKindOfValue)).toEqual([false, false, false])
})

it('finds numbers and codes, folded', () => {
  expect(figuresIn('Loom K17-B: 40 kg, Motor')).toEqual(['k17', '40'])
})

it.each([
  ['The pads cost 285 euros.', true],
  ['The pads are 3 millimetres thick.', false],
  ['They want 285.', true],
])('money is what is asked for: %s', (answer, isGiven) => {
  const passage = 'Pads at 3 millimetres, new ones 285 €.'
  expect(givesMoney(answer, passage, 'How much did the garage say the pads would be?')).toBe(isGiven)
  expect(givesMoney(answer, passage, 'How thick are the pads?')).toBe(true)
  expect(givesMoney(answer, 'Pads at 3 millimetres', 'How much would the pads be?')).toBe(true)
})

it('a phone is asked for by calling somebody, and by whose it is', () => {
  for (const question of [
    'how can i call her',
    "what's his line",
    'which number do I ring',
    'the vet - tel?',
  ])
    expect(holdsPhone('The vet wants 28 dollars', question)).toBe(false)
})

it.each([
  ['When is the rent due?', 'On the 3rd'],
  ['Who pays the rent?', 'Abilio'],
  ['Is the deposit refundable?', 'Yes'],
  ['Which account does the rent go to?', 'the second one'],
  ['How much is in the tube?', '40 ml'],
  ['How much should I take?', '8 mg'],
  ['How much should the starter be fed?', '50 g'],
  ['What does the entrance cost?', 'It is free'],
  ['What is the cost centre of the workshop?', 'K9'],
])('money is not what is asked for, or there is nothing to pay: %s', (question, answer) => {
  expect(givesMoney(answer, 'Rent 1.200,00 €, by the 3rd', question)).toBe(true)
})

it.each(['1200 €', '1,200 euros', '1 200 €'])('one amount is written in many ways: %s', (answer) => {
  expect(givesMoney(answer, 'Rent 1.200,00 €, by the 3rd', 'What is the rent?')).toBe(true)
  expect(givesMoney(`${answer} on the 3rd`, 'Rent 900 €, by the 3rd', 'What is the rent?')).toBe(false)
})

it('a road is no amount of money', () => {
  expect(givesMoney('30 rubles', 'On road N12: 30 rubles', 'What is the price?')).toBe(true)
})

it.each([
  "Who is Abilio's boss, and his line manager?",
  'Who is his line manager?',
  'What is her number plate?',
  'Where did she leave her phone?',
  'What colour is their phone?',
])('no phone number is asked for: %s', (question) => {
  expect(holdsPhone('It is blue', question)).toBe(true)
})

it('a ring is a number only where somebody is rung', () => {
  expect(kindsOfValue('Where is the ring?')('ring')).toBe(false)
  expect(kindsOfValue('Which number do I ring?')('ring')).toBe(true)
})

describe('givesAll', () => {
  it.each(['On 26 June.', 'June 26', '26.6.', '2027-06-26', 'the 3rd of May', 'Tuesday', '6月26日'])(
    'is true of a date: %s',
    (answer) => expect(givesAll(answer, 'What date is the regatta?')).toBe(true),
  )
  it.each(['In June.', 'June 2027', 'In summer', 'At 14:30'])('is false where no day is said: %s', (answer) =>
    expect(givesAll(answer, 'date of the regatta')).toBe(false),
  )
  it.each([
    ['where is my kayak', 'Your kayak is an amber Prijon.', false],
    ['where is my kayak', 'Odalys put it behind the shed.', true],
    ['Wo ist mein Kajak', 'Es liegt im Keller.', true],
    ['wheres the kayak', 'Pier 4', true],
    ['what is my kayak', 'An amber Prijon.', true],
  ])('is false where a place is asked for and none is said: %s – %s', (question, answer, gives) =>
    expect(givesAll(answer, question)).toBe(gives),
  )
  it('is true where no date is asked for', () => {
    expect(givesAll('In June.', 'When is the regatta?')).toBe(true)
  })
})
