/** The command line as a process; `bin/pixie.mjs` starts it. */
import { PixieError } from '../shared/errors.ts'
import { groups } from './cli/groups.ts'
import { runCommandLine } from './cli/main.ts'
import { processStreams, stopSignal } from './cli/process.ts'
import { thisMachine } from './data-dir.ts'

const stop = stopSignal()
const streams = processStreams(stop)

const code = await runCommandLine({
  argv: process.argv.slice(2),
  groups,
  streams,
  machine: thisMachine(),
  signal: stop.signal,
  openPixie: async (profile) => {
    throw new PixieError('internal', { what: 'cannot open', value: profile.dataDir, hint: 'Not built yet.' })
  },
})
await streams.flush()
process.exit(code)
