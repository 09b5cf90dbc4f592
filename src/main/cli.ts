/** The command line; `bin/pixie.mjs` starts it. */
import { PixieError } from '../shared/errors.ts'
import { groups } from './cli/groups.ts'
import { runProcessCommandLine } from './cli/process.ts'

await runProcessCommandLine({
  groups,
  openPixie: async (profile) => {
    throw new PixieError('internal', { what: 'cannot open', value: profile.dataDir, hint: 'Not built yet.' })
  },
})
