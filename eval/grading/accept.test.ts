import { describe, expect, it } from 'vitest'
import type { Accepted, AcceptedValue } from '../tasks.ts'
import { holds, isRight } from './accept.ts'

type Case = readonly [answer: string, wanted: Accepted]

const num = (number: number, unit: string | null = null): AcceptedValue => ({ number, unit })
const date = (text: string, year = false): AcceptedValue => ({ date: text, ...(year ? { year } : {}) })

describe('a right answer in any writing', () => {
  it.each<Case>([
    ['It is L’ART DE  PERDRE.', { text: 'l’art de perdre' }],
    ['com a Dona Emilia', { text: 'Emília' }],
    ['大家は丸山とし子です', { text: '丸山' }],
    ['Call 912.555.730!', { text: '912 555 730' }],
    ['1,234.50 €', num(1234.5, '€')],
    ['1.234,50 €', num(1234.5, '€')],
    ['EUR 1 234,50', num(1234.5, '€')],
    ['1’234.50 euros', num(1234.5, '€')],
    ['It costs 438,90 EUR a year.', num(438.9, '€')],
    ['₦1,260,000', num(1260000, 'naira')],
    ['N1,260,000 per trip', num(1260000, 'naira')],
    ['57,900 yen', num(57900, 'yen')],
    ['57,900円です', num(57900, 'yen')],
    ['It is 845.', num(845, '€')],
    ['Apapa - Kano,30 t,1260000,4', num(1260000, 'naira')],
    ['Obi,0806 555 9024,2027-07-03,LSR', date('2027-07-03')],
    ['about N1,260,000 a trip', num(1260000, 'naira')],
    ['Three months, in writing', num(3, 'month')],
    ['aviso prévio de 120 dias', num(120, 'days')],
    ['1,4 bar', num(1.4, 'bar')],
    ['On 3 May 2027.', date('2027-05-03')],
    ['May 3rd, 2027', date('2027-05-03', true)],
    ['the 3rd of May', date('2027-05-03')],
    ['am 3. Mai 2027', date('2027-05-03')],
    ['3 de maio de 2027', date('2027-05-03')],
    ['le 3 août 2027', date('2027-08-03')],
    ['2027年5月3日', date('2027-05-03', true)],
    ['2027-05-03', date('2027-05-03', true)],
    ['03.05.2027', date('2027-05-03')],
    ['03/05/2027 (Monday)', date('2027-05-03')],
    ['05/03/2027', date('2027-05-03')],
    ['Monday 3 May 2027, 10:00–11:00', date('2027-05-03')],
    ['born 22 August 1986', date('--08-22')],
    ['at 6:30 pm', { time: '18:30' }],
    ['um 18.30 Uhr', { time: '18:30' }],
    ['às 18h30', { time: '18:30' }],
    ['18:30–19:45', { time: '18:30' }],
    ['at noon', { time: '12:00' }],
    ['12:00–13:00', { time: '12:00' }],
    ['Choir, then Dentist Dr. Ott', { set: [{ text: 'dentist' }, { text: 'choir' }] }],
    ['19 to 20 June: 19 June 2027 to 20 June 2027', { set: [date('2027-06-19'), date('2027-06-20')] }],
  ])('%j holds %j', (answer, wanted) => {
    expect(holds(answer, wanted)).toBe(true)
  })
})

describe('an answer that is nearly right', () => {
  it.each<Case>([
    ['13 May 2027', date('2027-05-03')],
    ['3 May 2026', date('2027-05-03')],
    ['3 May', date('2027-05-03', true)],
    ['30 May 2027', date('2027-05-03')],
    ['3 March 2027', date('2027-05-03')],
    ['13.05.2027', date('2027-05-03')],
    ['2027-05-31', date('2027-05-03')],
    ['May 2027', date('2027-05-03')],
    ['12027-05-03', date('2027-05-03')],
    ['845.50 €', num(845, '€')],
    ['8451 €', num(845, '€')],
    ['2845 €', num(845, '€')],
    ['1,845 €', num(845, '€')],
    ['845 $', num(845, '€')],
    ['policy 88-845', num(845)],
    ['CB845', num(845)],
    ['room 845b', num(845)],
    ['on 8 May', num(8)],
    ['at 8:00', num(8)],
    ['three weeks', num(3, 'month')],
    ['3', num(3, 'month')],
    ['20 mg', num(8, 'mg')],
    ['18 mg', num(8, 'mg')],
    ['8 µg', num(8, 'mg')],
    ['141.75', num(141)],
    ['8:30', { time: '18:30' }],
    ['18:03', { time: '18:30' }],
    ['6:30', { time: '18:30' }],
    ['118:30', { time: '18:30' }],
    ['912 555 7301', { text: '912 555 730' }],
    ['XCB914077', { text: 'CB914077' }],
    ['Ana Fonseca', { text: 'Ana Ribeiro' }],
    ['Dentist', { set: [{ text: 'dentist' }, { text: 'choir' }] }],
    ['', { text: 'x' }],
  ])('%j does not hold %j', (answer, wanted) => {
    expect(holds(answer, wanted)).toBe(false)
  })
})

describe('the right name beside the wrong one', () => {
  it('makes an answer wrong, as last year beside this year does', () => {
    const accept: Accepted[] = [{ text: '555 9024' }]
    const reject: Accepted[] = [{ text: '555 4410' }]
    expect(isRight('0806 555 9024', accept, reject)).toBe(true)
    expect(isRight('0806 555 9024 or 0703 555 4410', accept, reject)).toBe(false)
    expect(isRight('0703 555 4410', accept, reject)).toBe(false)
  })
})
