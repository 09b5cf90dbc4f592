/** A second thread of the parsers' process: it ends the process when a file makes it too big, even while a parser hogs the first thread. */
const maximumResidentBytes = 768 * 1024 * 1024
const pollMs = 100

setInterval(() => {
  if (process.memoryUsage.rss() > maximumResidentBytes) process.kill(process.pid, 'SIGKILL')
}, pollMs)
