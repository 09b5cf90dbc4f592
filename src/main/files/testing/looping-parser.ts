/** A parsers' process that never answers the second job and is deaf to everything but a kill. */
import { Worker } from 'node:worker_threads'

const workerData = { maximumBytes: 1024 ** 3, parent: process.ppid }
new Worker(new URL('../extract/process-watch.ts', import.meta.url), { workerData }).unref()

let jobs = 0
process.on('message', (message: { id: number }) => {
  jobs += 1
  while (jobs > 1);
  process.send?.({ id: message.id, result: { state: 'indexed', text: 'fine', title: null, reason: null } })
})
process.on('disconnect', () => process.exit(0))
