import { LoudEmitter } from './loud-emitter.ts'

/** Never sleeps by itself; a spec emits what it wants to see handled. */
export const powerMonitor = new LoudEmitter('powerMonitor', [
  'suspend',
  'resume',
  'shutdown',
  'lock-screen',
  'unlock-screen',
  'on-ac',
  'on-battery',
])
