/** The process in which other people's bytes are parsed. It holds no database and no secret, and may be killed at any moment. */
import { Worker } from 'node:worker_threads'
import type { JobMessage, ResultMessage } from './protocol.ts'
import { readFile } from './read-file.ts'

new Worker(new URL('./memory-watch.ts', import.meta.url)).unref()

process.on('message', (message: JobMessage) => {
  void readFile(message.job).then((result) => {
    process.send?.({ id: message.id, result } satisfies ResultMessage)
  })
})
process.on('disconnect', () => process.exit(0))
