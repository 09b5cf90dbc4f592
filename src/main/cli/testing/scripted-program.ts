/** The real command line with a model that says what the file in `PIXIE_ENGINE_SCRIPT` says. */
import { groups } from '../groups.ts'
import { runProcessCommandLine } from '../process.ts'
import { openScripted } from './scripted-pixie.ts'

// A model that is at work keeps a process alive; one that is scripted to hang does not.
setInterval(() => undefined, 1_000)

await runProcessCommandLine({ groups, openPixie: openScripted(process.env.PIXIE_ENGINE_SCRIPT ?? '') })
