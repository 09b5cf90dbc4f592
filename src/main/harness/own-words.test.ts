import { describe, expect, it } from 'vitest'
import { weighTerms } from './coverage.ts'
import { asksAboutOwner, isOfOwnWords, mentionsOwner, standsInOwnData } from './own-words.ts'

it.each([
  'What is my blood type?',
  'Where did I leave the keys?',
  'Wie heisst meine Bank?',
  'Quel est mon numéro ?',
  '¿Dónde están mis llaves?',
  'Have we paid?',
  'quem tem a chave azul da nossa casa?',
  'Qual é o meu número de contribuinte',
  'onde deixei as minhas botas',
  'cuándo vence mi seguro',
  '¿Cuánto tengo que pagar?',
  'Où est notre voiture',
  'combien coûte le mien',
  'Dove è la mia chiave',
  'quanto costa il nostro affitto',
  'Waar liggen mijn sleutels',
  'wanneer komt onze loodgieter',
  'när går min buss',
  'vad heter våra grannar',
  'Gdzie jest moja umowa',
  'ile kosztuje nasze mieszkanie',
  'kur yra mano raktai',
  'kada baigiasi mūsų sutartis',
  'wem haben wir das Zelt geliehen',
  'wohin habe ich unseren Koffer gestellt',
  'which pill does mother take at bedtime',
  "what is grandma's shoe size?",
  'Wann kommt Oma',
  'à quelle heure mange maman ?',
  'quando é o aniversário da mãe',
])('knows a question about the asker: %s', (question) => expect(asksAboutOwner(question)).toBe(true))

it.each([
  'Hello!',
  'Tell me a joke',
  'How do I boil an egg?',
  'Can you help me?',
  'My name is Ada.',
  'Who are you?',
  'What does “my lady” mean?',
  'What is myopia?',
  'How far is it in 10 min?',
  'Who is Mia Farrow?',
  'qué mano escribe mejor',
  'What does a mother eat?',
  'Who was the mother of Kafka?',
  'Who was mother of Kafka?',
  'What do mothers do at night?',
  "Who was Kafka's mother?",
  'When is Mother’s Day?',
  'What is a mother tongue?',
  'What is another word for mother?',
  'Wie alt ist der Vater von Kafka?',
  'quantos anos tem o papa',
])('leaves alone: %s', (question) => expect(asksAboutOwner(question)).toBe(false))

describe('standsInOwnData', () => {
  const corpus = (frequencies: Record<string, number>) => ({
    size: () => 100,
    frequency: (text: string) => frequencies[text] ?? 0,
    related: () => [],
  })
  it.each([
    ["What is Biscuit's chip number?", { biscuit: 1, number: 20 }, true],
    ['What does error e24 mean?', { e24: 1 }, true],
    ['How old is the boiler in the cellar?', { boiler: 2, cellar: 3, 'boiler cellar': 1 }, true],
    ['How old is the boiler in the cellar?', { boiler: 2, cellar: 3 }, false],
    ['What is the capital of Peru?', { capital: 1 }, false],
    ['Who is everybody in Paris?', { paris: 60 }, false],
    ['what is the number of odalys', { odalys: 2, number: 20 }, true],
    ['what is the number of planets', { number: 20 }, false],
    ['what does the theremintuner say', { 'theremin tuner': 1, theremin: 2, tuner: 2 }, true],
  ])('%s', (question, frequencies, expected) => {
    expect(standsInOwnData(question, corpus(frequencies), false)).toBe(expected)
  })
  it('takes one rare word for enough in a conversation', () => {
    const known = corpus({ deposit: 1 })
    expect(standsInOwnData('And how much is the deposit?', known, true)).toBe(true)
    expect(standsInOwnData('And how much is the deposit?', known, false)).toBe(false)
  })
})

describe('isOfOwnWords', () => {
  const isOwn = (question: string, ...known: string[]) =>
    isOfOwnWords(
      weighTerms(question, {
        size: () => 100,
        frequency: (text) => (known.includes(text) ? 2 : 0),
        related: (word) => (word === 'bicycle' ? ['bike'] : []),
      }),
    )
  it('wants three of four words of a question to stand in the data', () => {
    expect(isOwn('Who tuned the theremin in Kettlewick?', 'tuned', 'theremin', 'kettlewick')).toBe(true)
    expect(isOwn('Who tuned the theremin in Kettlewick?', 'tuned', 'theremin')).toBe(false)
    expect(isOwn('Who tuned the oak theremin in Kettlewick?', 'tuned', 'theremin', 'kettlewick')).toBe(true)
  })
  it('counts no word that only asks, in any language, for unknown', () => {
    expect(isOwn('quem tem a chave azul', 'chave', 'azul')).toBe(true)
    expect(isOwn('dove è la chiave', 'chiave')).toBe(true)
    expect(isOwn('hoe werkt de pomp', 'werkt', 'pomp')).toBe(true)
    expect(isOwn('kur yra raktas', 'raktas')).toBe(true)
    expect(isOwn('quem tem a chave azul', 'azul')).toBe(false)
  })
  it('takes another word of the data for the same', () => {
    expect(isOwn('Who has the bicycle?', 'bike')).toBe(true)
  })
  it('asks nothing of words for the kind of value', () => {
    expect(isOwn('Phone number of the tuner?', 'tuner')).toBe(true)
    expect(isOwn('What is the price?', 'price')).toBe(false)
  })
})

it('sees whoever asks in a request, also where it is no question about them', () => {
  expect(['who lent me the jacket', 'what does Odalys want from us'].map(mentionsOwner)).toEqual([true, true])
  expect(['who has the jacket', 'what is a memo'].map(mentionsOwner)).toEqual([false, false])
  const told = ['Show me a table', 'tell us a joke', 'raconte-moi une blague', 'erzähl mir einen Witz']
  expect(told.map(mentionsOwner)).toEqual([false, false, false, false])
})
