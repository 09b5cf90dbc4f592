/** A second thread of the parsers' process: it ends the process when a file makes it too big, even while a parser hogs the first thread. */
import { workerData } from 'node:worker_threads'

/** Resident memory of the whole process, given by whoever starts the thread. */
const { maximumBytes } = workerData as { maximumBytes: number }
const pollMs = 100

setInterval(() => {
  if (process.memoryUsage.rss() > maximumBytes) process.kill(process.pid, 'SIGKILL')
}, pollMs)
