/** The process in which other people's bytes are parsed. It holds no database and no secret, and may be killed at any moment. */
import { Worker } from 'node:worker_threads'
import { guardNetwork } from '../../app/network-guard.ts'
import type { JobMessage, ResultMessage } from './protocol.ts'
import { readFile } from './read-file.ts'

guardNetwork()

/** All memory of the process, images and fonts of a PDF included; the heap alone is limited by whoever starts it. */
const maximumBytes = 768 * 1024 * 1024

const workerData = { maximumBytes, parent: process.ppid }
new Worker(new URL('./process-watch.ts', import.meta.url), { workerData }).unref()

/** What a utility process of Electron has in place of the channel of a Node child. */
interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: JobMessage }) => void): unknown
  postMessage(message: ResultMessage): void
}

async function work({ id, job }: JobMessage, answer: (message: ResultMessage) => void): Promise<void> {
  answer({ id, result: await readFile(job) })
}

const { parentPort } = process as { parentPort?: ParentPort } // typed only where Electron is
if (parentPort === undefined) {
  process.on('message', (message: JobMessage) => void work(message, (answer) => process.send?.(answer)))
  process.on('disconnect', () => process.exit(0))
} else {
  parentPort.on('message', ({ data }) => void work(data, (answer) => parentPort.postMessage(answer)))
}
