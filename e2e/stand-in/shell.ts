/** No other program is started: a spec that lets the app try puts a function of its own in the place of one of these. */
import type { Shell } from 'electron'
import { fail, loud } from './failure.ts'
import type { Surface } from './surface.ts'

const unanswered = (name: string) => (): never => fail(`shell.${name}: the spec does not expect it`)

const parts: Surface<Shell> = {
  openExternal: unanswered('openExternal'),
  openPath: unanswered('openPath'),
  showItemInFolder: unanswered('showItemInFolder'),
  trashItem: unanswered('trashItem'),
}

export const shell = loud('shell', parts)
