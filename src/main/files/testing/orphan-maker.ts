/** Starts a parser that loops, prints its process id, and waits to be killed. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const child = fork(fileURLToPath(new URL('looping-parser.ts', import.meta.url)), [], {
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
})
child.once('message', () => {
  child.send({ id: 2 }, () => process.stdout.write(`${child.pid}\n`))
})
child.send({ id: 1 })
setInterval(() => undefined, 1000)
