import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { version } from '../../package.json'
import type { Bridge, EventFrame, Outcome } from '../shared/contract/bridge.ts'
import { callChannel, eventChannel } from '../shared/contract/channels.ts'
import { calls } from '../shared/contract/index.ts'

const bridge: Bridge = {
  version,
  async call(name, params) {
    if (!Object.hasOwn(calls, name)) {
      return {
        ok: false,
        error: { code: 'internal', message: 'There is no such call', hint: 'Restart Pixie.' },
      }
    }
    return ipcRenderer.invoke(callChannel, name, params) as Promise<Outcome> // main's gate answers nothing else
  },
  onEvent(listener) {
    const forward = (_event: unknown, frame: EventFrame) => listener(frame)
    ipcRenderer.on(eventChannel, forward)
    return () => void ipcRenderer.removeListener(eventChannel, forward)
  },
  pathOf: (file) => webUtils.getPathForFile(file),
}

contextBridge.exposeInMainWorld('pixie', bridge)
