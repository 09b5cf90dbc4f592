/** `npm run screens`: pictures of every screen into docs/screens. */
import { buildStep, e2eStep, runSteps } from './steps.ts'

process.exitCode = await runSteps([
  buildStep,
  e2eStep('Pictures of every screen', ['screens'], { PIXIE_SCREENS: '1' }),
])
