/** Electron's end of the calls: who asks is checked here, all else in the gate. */
import { type IpcMainInvokeEvent, ipcMain } from 'electron'
import type { Outcome } from '../../shared/contract/bridge.ts'
import { callChannel } from '../../shared/contract/channels.ts'
import type { Gate } from './gate.ts'
import { isTrustedSender, type Sender } from './sender.ts'

const stranger: Outcome = {
  ok: false,
  error: { code: 'permission-denied', message: 'Only a window of Pixie may ask', hint: 'Restart Pixie.' },
}

/** Lets the windows ask. `isOurPage` says whether a frame with this address shows a page of Pixie. */
export function registerCalls(
  gate: Gate,
  trust: { readonly isOurPage: (url: string) => boolean; readonly isOurWindow: (sender: Sender) => boolean },
): void {
  ipcMain.handle(callChannel, async (event: IpcMainInvokeEvent, name: unknown, params: unknown) =>
    isTrustedSender(event, trust) ? gate.call(name, params) : stranger,
  )
}
