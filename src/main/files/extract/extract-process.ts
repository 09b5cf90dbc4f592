/** The process in which other people's bytes are parsed. It holds no database and no secret, and may be killed at any moment. */
import { Worker } from 'node:worker_threads'
import type { JobMessage, ResultMessage } from './protocol.ts'
import { readFile } from './read-file.ts'

/** All memory of the process, images and fonts of a PDF included; the heap alone is limited by whoever starts it. */
const maximumBytes = 768 * 1024 * 1024

const workerData = { maximumBytes, parent: process.ppid }
new Worker(new URL('./process-watch.ts', import.meta.url), { workerData }).unref()

process.on('message', (message: JobMessage) => {
  void readFile(message.job).then((result) => {
    process.send?.({ id: message.id, result } satisfies ResultMessage)
  })
})
process.on('disconnect', () => process.exit(0))
