import type { Clipboard } from 'electron'
import { loud } from './failure.ts'
import type { Surface } from './surface.ts'

let text = ''

/** Of this run alone; that of pages is Chromium's. */
const parts: Surface<Clipboard> = {
  async readText() {
    return text
  },
  async writeText(value) {
    text = value
  },
  clear() {
    text = ''
  },
}

export const clipboard = loud('clipboard', parts)
