import { makeTemplate } from './launch.ts'

/** Before the workers start, so that they do not make the sample profile twice. */
export default function globalSetup(): void {
  makeTemplate()
}
