import type { Header, Trial } from '../trial.ts'

export const header: Header = {
  type: 'header',
  tasks: 'dev',
  layer: 'whole',
  system: 'pixie',
  model: 'm',
  sha256: 'abc',
  threads: '1',
  cpu: 'chip',
  cores: 2,
  node: '24.0.0',
  commit: '123456',
  startedAt: '2027-01-01T00:00:00.000Z',
}

export const grades: Trial['grades'] = {
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
}

export const trial = (task: string, change: Partial<Trial> = {}): Trial => ({
  type: 'trial',
  task,
  wording: 0,
  layer: 'whole',
  class: 'file',
  owner: 'x',
  question: 'q',
  handle: '@search-info',
  answer: 'a',
  end: 'answered',
  grades,
  cost: {
    tokens: { evaluated: 100, reused: 300, generated: 20 },
    peakContext: 900,
    modelCalls: 4,
    ms: 2000,
    isCold: false,
  },
  dispatches: [],
  sessions: [],
  ...change,
})

export const failing = { ...grades, answerRight: false, pass: false }
