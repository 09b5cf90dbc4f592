/**
 * A second thread of the parsers' process. Even while a parser hogs the first thread, it ends the process when a file
 * makes it too big, and when Pixie itself is gone (killed, so that nobody could end its child).
 */
import { workerData } from 'node:worker_threads'

/** Given by whoever starts the thread; the parent may be gone before this thread runs. */
const watched = workerData as {
  /** Resident memory of the whole process. */
  maximumBytes: number
  parent: number
}
const pollMs = 100

setInterval(() => {
  const isTooBig = process.memoryUsage.rss() > watched.maximumBytes
  if (isTooBig || process.ppid !== watched.parent) process.kill(process.pid, 'SIGKILL')
}, pollMs)
