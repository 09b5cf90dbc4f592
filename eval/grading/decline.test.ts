import { describe, expect, it } from 'vitest'
import type { Task } from '../tasks.ts'
import { declinesRightly } from './decline.ts'

const task = (change: Partial<Task>): Task => ({
  id: 't',
  class: 'decline',
  owner: 'x',
  question: 'What is my blood type?',
  earlier: [],
  handle: '@search-info',
  calls: [],
  accept: [],
  reject: [],
  forbidden: [],
  source: [],
  decline: 'absent',
  ...change,
})

describe('what stands nowhere', () => {
  it.each([
    'I looked in your notebook, your files and your memory log and found nothing that answers this.',
    "I couldn't find your blood type.",
    'There is no record of it.',
    'Das habe ich nicht gefunden.',
  ])('is declined by %j', (answer) => {
    expect(declinesRightly(task({}), answer)).toBe(true)
  })

  it.each([
    'Your blood type is A.',
    'I could not find it, but it is probably 0 positive.',
    'I did not find it, though a file from 3 May names one.',
    'I could not find it, only CB914077.',
    '',
  ])('is not declined by %j', (answer) => {
    expect(declinesRightly(task({}), answer)).toBe(false)
  })

  it('is not declined with a look-alike in hand', () => {
    const reject = [{ text: 'pedra-marmelo' }]
    expect(declinesRightly(task({ reject }), 'I have no PIN, only pedra-marmelo.')).toBe(false)
  })

  it('may repeat the figures of the question', () => {
    const question = 'What did I pay in 2024?'
    expect(declinesRightly(task({ question }), 'I found nothing about 2024.')).toBe(true)
  })
})

describe('what has two meanings', () => {
  const ambiguous = task({
    decline: 'ambiguous',
    question: "What's the plumber's number?",
    candidates: [{ text: '916 555 042' }, { text: '912 555 730' }],
  })
  it.each([
    'Which plumber do you mean, Abílio or Bruno?',
    'Abílio: 916 555 042. Bruno: 912 555 730.',
    'I could not tell which one is meant.',
  ])('is asked back or answered in full: %j', (answer) => {
    expect(declinesRightly(ambiguous, answer)).toBe(true)
  })
  it.each(['916 555 042', 'I am not sure, but 912 555 730.', 'The plumber is here.'])(
    'is not settled by a guess: %j',
    (answer) => {
      expect(declinesRightly(ambiguous, answer)).toBe(false)
    },
  )
})

describe('what Pixie cannot do', () => {
  const scope = task({ decline: 'out-of-scope', question: 'Send Teresa an email' })
  it.each(["I can't send emails.", 'I cannot do that, I only look things up.'])(
    'is declined by %j',
    (answer) => {
      expect(declinesRightly(scope, answer)).toBe(true)
    },
  )
  it.each(["I've sent the email.", "Done! Your email has been sent. I can't wait.", 'Sure!'])(
    'is not declined by %j',
    (answer) => {
      expect(declinesRightly(scope, answer)).toBe(false)
    },
  )
})
