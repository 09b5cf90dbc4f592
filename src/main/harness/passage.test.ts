import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inTurns } from '../../shared/steps.ts'
import { coverage, weighTerms } from './coverage.ts'
import { choosePassage, locate, passageSteps } from './passage.ts'

const count = (text: string) => Math.ceil(text.length / 4)
const corpus = (frequencies: Record<string, number>) => ({
  size: () => 100,
  frequency: (t: string) => frequencies[t] ?? 0,
  related: () => [],
})

describe('weighTerms and coverage', () => {
  it('weighs a rare word over several common ones', () => {
    const terms = weighTerms('the phone number of the plumber', corpus({ plumber: 1, phone: 20, number: 40 }))
    expect(coverage('phone number of the school', terms)).toBeLessThan(0.5)
    expect(coverage('Sven, plumber: 031', terms)).toBeGreaterThan(0.5)
  })
  it('lets unknown words count against a source, unless a name of the question stands in it', () => {
    const numbers = corpus({ number: 10 })
    expect(coverage('Customer number 40-771', weighTerms('my bank account number', numbers))).toBeLessThan(
      0.5,
    )
    const lent = weighTerms('who has my copy of The Hobbit', corpus({ hobbit: 1 }))
    expect(coverage('The Hobbit: Samira', lent)).toBe(1)
  })
  it('weighs a word for the kind of value less: a form gives the number without the word', () => {
    const terms = weighTerms('price of the kayak', corpus({ price: 5, kayak: 5 }))
    expect(coverage('Kayak, 400', terms)).toBeGreaterThan(0.7)
    expect(coverage('Price list', terms)).toBeLessThan(0.3)
    const other = weighTerms('the sail and the kayak', corpus({ sail: 5, kayak: 5 }))
    expect(coverage('Kayak, 400', other)).toBeCloseTo(0.5)
  })
  it('weighs what a value is asked of more than the words around it', () => {
    const rare = corpus({ kayak: 5, form: 1 })
    const terms = weighTerms('I need the kayak number for a form', rare)
    expect(coverage('Kayak, 400', terms)).toBeGreaterThan(0.5)
    expect(coverage('Kayak, 400', weighTerms('the kayak for a form', rare))).toBeLessThan(0.5)
  })
  it('takes everyday words for the same thing', () => {
    const terms = weighTerms('the birthday of Ada', corpus({ ada: 3, born: 2 }))
    expect(coverage('Ada, born 3 May', terms)).toBe(1)
  })
  it('is 0 when the question names somebody and none of the names stands', () => {
    const terms = weighTerms('the birthday of Ada', corpus({ ada: 9, birthday: 1 }))
    expect(coverage('A telescope for her birthday', terms)).toBe(0)
  })
  it('does not take a text about somebody for one about what is asked', () => {
    const terms = weighTerms('the birthday of Ada', corpus({ ada: 3, birthday: 3 }))
    expect(coverage('The Hobbit is lent to Ada', terms)).toBe(0)
    expect(coverage('What Ada likes', weighTerms('all about Ada', corpus({ ada: 3 })))).toBe(1)
  })
  it('asks nothing of empty words and wants a code to stand', () => {
    const terms = weighTerms('What does error e24 mean exactly?', corpus({ error: 1, e24: 1, mean: 1 }))
    expect(terms.map(({ forms, isName }) => `${forms[0]} ${isName}`)).toEqual(['error false', 'e24 true'])
    expect(coverage('Error E31: salt', terms)).toBe(0)
    expect(coverage('Error E24: drain', terms)).toBe(1)
  })
  it('does not take months and weekdays for names', () => {
    const terms = weighTerms('What did I buy in March on a Friday?', corpus({ march: 2, friday: 2, buy: 2 }))
    expect(terms.some(({ isName }) => isName)).toBe(false)
  })
  it('is 1 for a question without content words', () => expect(coverage('x', [])).toBe(1))
})

describe('choosePassage', () => {
  it('is chosen for what the title does not say already', () => {
    const text = ['The kayak is red.', 'x '.repeat(40), 'y '.repeat(40), 'Mended by Ada.'].join('\n')
    const terms = weighTerms('who mended the kayak', corpus({ kayak: 1, mended: 2 }))
    expect(choosePassage(text, terms, count, 12).text).toBe('The kayak is red.')
    expect(choosePassage(text, terms, count, 12, { title: 'kayak.txt' }).text).toBe('Mended by Ada.')
  })
  it('is one of those alike that has the kind of value that is asked for', () => {
    const text = ['The kayak is red.', 'x '.repeat(40), 'y '.repeat(40), 'The kayak: 40 euros.'].join('\n')
    const asked = weighTerms('what does the kayak cost', corpus({ kayak: 2 }))
    const isWanted = (line: string) => line.includes('euros')
    expect(choosePassage(text, asked, count, 12).text).toBe('The kayak is red.')
    expect(choosePassage(text, asked, count, 12, { isWanted }).text).toBe('The kayak: 40 euros.')
  })
  const terms = [{ forms: ['zebra'], weight: 4, isName: false, isUnknown: false }]
  it('is the whole text when it fits', () => {
    expect(choosePassage('  a zebra\n', terms, count, 100)).toEqual({ text: 'a zebra', from: 2 })
  })
  it('is verbatim, within its budget, and holds the term when the text does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('grey stones', 'a zebra', 'x', '', 'very long words here and there'), {
          minLength: 1,
          maxLength: 60,
        }),
        (lines) => {
          const text = lines.join('\n')
          const passage = choosePassage(text, terms, count, 20)
          expect(text.slice(passage.from)).toContain(passage.text)
          expect(count(passage.text)).toBeLessThanOrEqual(21)
          if (text.includes('zebra')) expect(passage.text).toContain('zebra')
        },
      ),
    )
  })
  it('is the same where it rests between its steps', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('grey. Stones', 'a zebra', 'x', '\f', 'very long words here and there'), {
          minLength: 1,
          maxLength: 200,
        }),
        fc.constantFrom('\n', ' '),
        async (lines, between) => {
          const text = lines.join(between)
          const slow = (part: string) => {
            const until = performance.now() + 0.05
            while (performance.now() < until);
            return count(part)
          }
          expect(await inTurns(passageSteps(text, terms, slow, 20))).toEqual(
            choosePassage(text, terms, count, 20),
          )
        },
      ),
      { numRuns: 40 },
    )
  })
  it('counts no long stretch at once, whatever the text has for lines', () => {
    const text = `${'word '.repeat(40_000)}zebra`
    const counted: number[] = []
    const counting = (part: string) => {
      counted.push(part.length)
      return count(part)
    }
    const passage = choosePassage(text, terms, counting, 100)
    expect(passage.text).toContain('zebra')
    expect(count(passage.text)).toBeLessThanOrEqual(100)
    expect(Math.max(...counted)).toBeLessThanOrEqual(3200)
  })
  it('finds its place inside one long line', () => {
    const text = `${'Grey stones lie here. '.repeat(50)}The zebra sleeps. ${'More stones follow. '.repeat(50)}`
    expect(choosePassage(text, terms, count, 30).text).toContain('The zebra sleeps.')
  })
})

describe('locate', () => {
  it("counts in the unit of the file's own places", () => {
    expect(locate('one\ftwo\fthree', 9, 'page 1')).toBe('page 3')
    expect(locate('one\n\ntwo', 5, 'paragraph 1')).toBe('paragraph 2')
    expect(locate('one\n\ntwo', 5, 'line 1')).toBe('line 3')
    expect(locate('one', 0, null)).toBe('line 1')
  })
})
