/**
 * Nobody sits in front of it: a spec answers by putting a function of its own in the place of one of these, as it does
 * with real Electron, where a dialog would wait for a person.
 */
import type { Dialog } from 'electron'
import { fail, loud } from './failure.ts'
import type { Surface } from './surface.ts'

const unanswered = (name: string) => (): never => fail(`dialog.${name}: the spec says no answer`)

const parts: Surface<Dialog> = {
  showOpenDialog: unanswered('showOpenDialog'),
  showSaveDialog: unanswered('showSaveDialog'),
  showMessageBox: unanswered('showMessageBox'),
  /** Told on standard error, since it is the app's last word before it ends. */
  showErrorBox(title, content) {
    process.stderr.write(`stand-in: error box: ${title}: ${content.replaceAll('\n', ' ')}\n`)
  },
}

export const dialog = loud('dialog', parts)
