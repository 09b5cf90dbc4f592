import { expect, it } from 'vitest'
import { questionParts } from './question-parts.ts'

it.each([
  [
    'where is the regatta in may, and is that ok for my niece?',
    'where is the regatta in may',
    'is that ok for my niece?',
  ],
  ["what's Odalys' number and when is my lesson there", "what's Odalys' number", 'when is my lesson there'],
  ['who has the oar? and what is their phone', 'who has the oar', 'what is their phone'],
  [
    'which tablets does dad take and when does he take them',
    'which tablets does dad take',
    'when does he take them',
  ],
  [
    'when is the regatta, and how much do I owe for the oar',
    'when is the regatta',
    'how much do I owe for the oar',
  ],
  ['Wo ist die Regatta und wann fängt sie an?', 'Wo ist die Regatta', 'wann fängt sie an?'],
  ['¿Cuándo es la regata y dónde está el remo?', '¿Cuándo es la regata', 'dónde está el remo?'],
  ['kada regata ir kur mano irklas', 'kada regata', 'kur mano irklas'],
  ['number of my locker and the number of Odalys’ card', 'number of my locker', 'the number of Odalys’ card'],
  ['who rows on sunday? and her phone', 'who rows on sunday', 'her phone'],
  ['where is the race and till when must I pay', 'where is the race', 'till when must I pay'],
  ['部屋の家賃はいくら、それと契約はいつまで', '部屋の家賃はいくら', '契約はいつまで'],
  ['is Odalys coming and can Ruben swim', 'is Odalys coming', 'can Ruben swim'],
])('asks two things: %s', (question, first, second) =>
  expect(questionParts(question)).toEqual([first, second]),
)

it.each([
  'where and when is the regatta',
  'when is it and where',
  'when is the regatta and where',
  'who lent me the oar and has the extension 20',
  "Odalys' phone number and address",
  'I am at the pier. what is the code?',
  'what should I bring when I visit Odalys and Ruben?',
  'Odalys and Ruben?',
  "what did Odalys write: 'can you come to the regatta? and who else?'",
  'who wrote “where is the regatta and who rows”',
  'what is „wo ist die Regatta und wer rudert“',
  'what is the "where is the regatta and who rows" poster',
  'what is on https://example.org/pier?when=sunday on sunday',
  'When I am at the regatta and when I row what should I wear?',
])('asks one: %s', (question) => expect(questionParts(question)).toEqual([question]))

it('asks two things beside a quote that ends, an inch and a reason', () => {
  expect(questionParts('who wrote "The Oar" and when is the regatta')).toHaveLength(2)
  expect(questionParts('what is ‘The Oar’ about and when is the regatta')).toHaveLength(2)
  expect(questionParts('wer hat „Das Ruder“ und wann ist die Regatta')).toHaveLength(2)
  expect(questionParts('who has the 12" oar and when is the regatta')).toHaveLength(2)
  expect(questionParts('when I row on sunday what do I need and where is the oar')).toHaveLength(2)
})

it('asks one thing of a text that somebody pasted', () => {
  const letter = 'Dear rower, who has the oar? And when is the regatta? '.repeat(12)
  expect(questionParts(`what does this want\n${letter}`)).toHaveLength(1)
})
