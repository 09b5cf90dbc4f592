import { rmSync } from 'node:fs'
import { copyBuiltApp } from './built-app.ts'
import { makeTemplate } from './launch.ts'

/** Before the workers start, so that they have one app and one sample profile. Gives back how to clean up. */
export default function globalSetup(): () => void {
  makeTemplate()
  const app = copyBuiltApp(`app-${process.pid}`)
  process.env.PIXIE_E2E_APP = app
  return () => rmSync(app, { recursive: true, force: true })
}
