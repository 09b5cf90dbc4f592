/** Runs a module as a utility process: `process.parentPort` instead of Node's own line to the parent. */
import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'

const [, , module = '', ...args] = process.argv

class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    process.send?.(message)
  }
}

const parentPort = new ParentPort()
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }))
process.on('disconnect', () => process.exit())
Object.assign(process, { parentPort, type: 'utility' })
process.argv = [process.argv[0] ?? '', module, ...args]
await import(pathToFileURL(module).href)
