import { expect, it } from 'vitest'
import { emptyLedger, type Ledger, ledgerTotal, sumLedgers } from './ledger.ts'

const ledger = (parts: Readonly<Record<string, number>>, largestPrompt = 0): Ledger => ({
  parts: Object.entries(parts).map(([part, tokens]) => ({ part, tokens })),
  largestPrompt,
})

it('ledgers add up part by part, in the order of the prompt, with the largest prompt of all', () => {
  const sum = sumLedgers([ledger({ format: 3, question: 5 }, 40), ledger({ base: 2, question: 1 }, 30)])
  expect(sum).toEqual(ledger({ base: 2, question: 6, format: 3 }, 40))
  expect(ledgerTotal(sum)).toBe(11)
})

it('parts without a token are left out, and those of a later version are kept at the end', () => {
  expect(sumLedgers([ledger({ pictures: 4, format: 1, base: 0 })])).toEqual(
    ledger({ format: 1, pictures: 4 }),
  )
})

it('of nothing it is the empty ledger', () => {
  expect(sumLedgers([])).toEqual(emptyLedger)
})
