import { describe, expect, it } from 'vitest'
import { asksForAction } from './actions.ts'

describe('asksForAction', () => {
  it.each([
    'Order two kilos of flour',
    'please call the plumber',
    'Can you book me a table for Friday?',
    'cancel my appointment with the vet',
    'Schick Mona eine Nachricht',
    'remind me to water the plants',
    'place an order with the mill for me',
  ])('sees that nothing is looked up: %s', (request) => {
    expect(asksForAction(request)).toBe(true)
  })
  it.each([
    'Open the lease',
    'Call of 3 May with Mona?',
    'What did I order last week?',
    'remind me what Mona said',
    'Move-in date of the flat?',
    'Who can cancel the contract?',
    'Find the order from March',
    'phone number of the vet',
    'order number of the lamp',
  ])('leaves what can be looked up: %s', (request) => {
    expect(asksForAction(request)).toBe(false)
  })
})
