import { expect, it } from 'vitest'
import type { Dispatch, Source } from '../src/shared/turn.ts'
import { type Grader, gradeHandle, gradeOutcome, type Outcome } from './grade.ts'
import type { Asked, Task } from './tasks.ts'

const asked = (change: Partial<Task> = {}): Asked => {
  const task: Task = {
    id: 't',
    class: 'file',
    owner: 'x',
    question: 'When does the lease end?',
    earlier: [],
    handle: '@search-info',
    calls: [{ tool: 'find_file', finds: ['Home/lease.txt'] }],
    accept: [{ date: '2027-05-03' }],
    reject: [{ date: '2026-05-03' }],
    forbidden: ['queryCalendar'],
    source: [],
    ...change,
  }
  return { task, wording: 0, question: task.question }
}

const dispatch = (change: Partial<Dispatch> = {}): Dispatch => ({
  step: 1,
  tool: 'find_file',
  instruction: 'the lease',
  arguments: { query: 'lease end' },
  outcome: 'ran',
  result: 'lease.txt',
  ms: 1,
  ...change,
})

const source: Source = {
  kind: 'file',
  id: '1',
  title: 'lease.txt',
  path: '/d/Home/lease.txt',
  location: null,
  quote: 'Ends 3 May 2027',
}

const outcome = (answer: string, change: Partial<Outcome> = {}): Outcome => ({
  chosen: { handle: '@search-info' },
  answer,
  end: 'answered',
  dispatches: [dispatch()],
  sources: [source],
  ...change,
})

const grader: Grader = {
  clock: { now: () => Date.parse('2027-01-01T00:00:00Z'), zone: 'UTC' },
  resolve: () => null,
  find: async ({ arguments: args }) =>
    args?.query === 'lease end' ? ['/d/Home/lease.txt\nEnds 3 May 2027'] : [],
}

it('passes a right, supported answer', async () => {
  expect(await gradeOutcome(asked(), outcome('It ends on 3 May 2027.'), grader)).toEqual({
    rightHandle: true,
    rightTool: true,
    rightArguments: true,
    formValid: true,
    answerRight: true,
    answerSupported: true,
    unsupported: 0,
    declinedRightly: null,
    calledWell: true,
    pass: true,
  })
})

it.each([
  ['the day of another month', 'It ends on 13 May 2027.', { answerRight: false, answerSupported: false }],
  ['last year', 'It ends on 3 May 2026.', { answerRight: false, answerSupported: false }],
  [
    'a name from nowhere',
    'It ends on 3 May 2027, says Boris.',
    { answerRight: true, answerSupported: false },
  ],
  ['a call written as text', '{"name": "find_file", "arguments": {}} 3 May 2027', { formValid: false }],
] as const)('marks %s', async (_, answer, marks) => {
  expect(await gradeOutcome(asked(), outcome(answer), grader)).toMatchObject(marks)
})

it('counts no right text of a turn that did not answer', async () => {
  const grades = await gradeOutcome(asked(), outcome('3 May 2027', { end: 'limit' }), grader)
  expect(grades).toMatchObject({ answerRight: false, answerSupported: null, pass: false })
})

it('tells the right tool from the right arguments', async () => {
  const elsewhere = outcome('3 May 2027', { dispatches: [dispatch({ arguments: { query: 'car' } })] })
  expect(await gradeOutcome(asked(), elsewhere, grader)).toMatchObject({
    rightTool: true,
    rightArguments: false,
  })
  const other = outcome('3 May 2027', { dispatches: [dispatch({ tool: 'queryCalendar' })] })
  expect(await gradeOutcome(asked(), other, grader)).toMatchObject({
    rightTool: false,
    rightArguments: false,
    calledWell: false,
  })
})

it('counts a call that never ran as none', async () => {
  const dispatches = [dispatch({ outcome: 'unknown-tool', tool: 'find_files', arguments: null })]
  const grades = await gradeOutcome(asked(), outcome('3 May 2027', { dispatches }), grader)
  expect(grades).toMatchObject({ rightTool: false, formValid: false })
})

it('grades a refusal by what it says', async () => {
  const task = asked({ class: 'decline', decline: 'absent', accept: [], reject: [], calls: [] })
  const refused = outcome('I looked in your files and found nothing that answers this.', {
    end: 'not-found',
    sources: [],
  })
  expect(await gradeOutcome(task, refused, grader)).toMatchObject({ declinedRightly: true, pass: true })
  const guessed = outcome('I found nothing, but it should be 3 May 2027.')
  expect(await gradeOutcome(task, guessed, grader)).toMatchObject({ declinedRightly: false, pass: false })
})

it('grades a handle, "no tool" included', () => {
  expect(gradeHandle(asked({ handle: null }), null)).toMatchObject({
    rightHandle: true,
    calledWell: true,
    pass: true,
  })
  expect(gradeHandle(asked(), null)).toMatchObject({ rightHandle: false, pass: false })
})
