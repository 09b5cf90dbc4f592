import { runSteps, testSteps } from './steps.ts'

process.exitCode = await runSteps(testSteps)
