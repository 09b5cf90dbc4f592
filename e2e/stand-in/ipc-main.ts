import { EventEmitter } from 'node:events'
import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent } from 'electron'
import { loud } from './failure.ts'
import type { Surface } from './surface.ts'

type Handler = Parameters<IpcMain['handle']>[1]

class StandInIpcMain extends EventEmitter implements Surface<IpcMain> {
  private readonly handlers = new Map<string, Handler>()

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.handlers.set(channel, handler)
  }

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args: unknown[]): unknown => {
      this.removeHandler(channel)
      return handler(event, ...args)
    })
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel)
  }

  /** For the stand-in: what a page invoked. Rejects with the message that the page is to see. */
  async answer(channel: string, event: IpcMainInvokeEvent, args: readonly unknown[]): Promise<unknown> {
    try {
      const handler = this.handlers.get(channel)
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      return await handler(event, ...args)
    } catch (error) {
      throw new Error(`Error invoking remote method '${channel}': ${String(error)}`)
    }
  }

  /** For the stand-in: what a page sent. */
  hear(channel: string, event: IpcMainEvent, args: readonly unknown[]): void {
    this.emit(channel, event, ...args)
  }
}

export const ipcMain = loud('ipcMain', new StandInIpcMain())
