import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { version } from '../../package.json'
import type { Bridge, EventFrame, Outcome } from '../shared/contract/bridge.ts'
import { callChannel, eventChannel } from '../shared/contract/channels.ts'
import { type CallName, calls } from '../shared/contract/index.ts'

const ask = (name: string, params: unknown) =>
  ipcRenderer.invoke(callChannel, name, params) as Promise<Outcome> // main's gate answers nothing else

/** Takes a path, which only a file that the owner dropped may give; the page must not name one itself. */
const attachCall = 'chat.attach' satisfies CallName

const bridge: Bridge = {
  version,
  async call(name, params) {
    if (!Object.hasOwn(calls, name) || name === attachCall) {
      return {
        ok: false,
        error: { code: 'internal', message: 'There is no such call', hint: 'Restart Pixie.' },
      }
    }
    return ask(name, params)
  },
  async attach(file) {
    const path = webUtils.getPathForFile(file)
    if (path !== '') return ask(attachCall, { path })
    return {
      ok: false,
      error: {
        code: 'invalid-input',
        message: 'This file is in no folder of this computer',
        hint: 'Save it first, then drop it here.',
      },
    }
  },
  onEvent(listener) {
    const forward = (_event: unknown, frame: EventFrame) => listener(frame)
    ipcRenderer.on(eventChannel, forward)
    return () => void ipcRenderer.removeListener(eventChannel, forward)
  },
}

contextBridge.exposeInMainWorld('pixie', bridge)
