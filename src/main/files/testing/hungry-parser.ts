/** A parsers' process that takes memory until something stops it. */
import { Worker } from 'node:worker_threads'

const workerData = { maximumBytes: 200 * 1024 * 1024, parent: process.ppid }
new Worker(new URL('../extract/process-watch.ts', import.meta.url), { workerData }).unref()
process.on('message', () => {
  const hoard: Buffer[] = []
  // Bounded, so that a broken watch fails the test and not the machine.
  const until = Date.now() + 8000
  while (Date.now() < until) if (hoard.length < 40) hoard.push(Buffer.alloc(8 * 1024 * 1024, 1))
  process.send?.({ id: 1, result: { state: 'indexed', text: 'never', title: null, reason: null } })
})
process.on('disconnect', () => process.exit(0))
