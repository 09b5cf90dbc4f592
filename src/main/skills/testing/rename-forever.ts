/** Renames one skill back and forth until it is killed: `node rename-forever.ts DATA_DIR`. */
import fs from 'node:fs'
import { flushCompileCache } from 'node:module'
import { openAligned } from './open-aligned.ts'

const [dataDir = ''] = process.argv.slice(2)
const { skills } = openAligned(dataDir, (line) => fs.writeSync(1, `notice ${line}\n`))
flushCompileCache()
for (;;) {
  const [from, to] = skills.registry().isKnown('plan') ? ['plan', 'agenda'] : ['agenda', 'plan']
  skills.save({ handle: to }, from)
  fs.writeSync(1, `ack ${to}\n`)
}
