/** `npm run test:e2e -- [NAMES]`: builds the app and runs its specs, or those whose name holds one of the names. */
import { buildStep, e2eStep, runSteps } from './steps.ts'

process.exitCode = await runSteps([buildStep, e2eStep('End to end', process.argv.slice(2))])
