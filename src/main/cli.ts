/** The command line; `bin/pixie.mjs` starts it. */
import { groups } from './cli/groups.ts'
import { runProcessCommandLine } from './cli/process.ts'

await runProcessCommandLine({
  groups,
  // Loaded when a command needs the profile: help, the models and dates do without.
  openPixie: async (profile, context) =>
    (await import('./cli/open-profile.ts')).openProfile(profile, context),
})
