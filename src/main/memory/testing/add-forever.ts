/** Adds memory lines until it is killed; prints each id once it was acknowledged. `node add-forever.ts DATA_DIR` */
import fs from 'node:fs'
import { openStore } from '../../store/open.ts'
import { createMemory } from '../memory.ts'

const [dataDir = ''] = process.argv.slice(2)
const store = openStore({ dataDir, onNotice: (line) => fs.writeSync(1, `notice ${line}\n`) })
const memory = createMemory({ store, clock: { now: Date.now, zone: 'UTC' } })
for (let n = 0; ; n++) {
  const { id } = memory.add({ kind: 'chat', text: `line ${n} of ${process.pid}, søren 東京 `.repeat(10) })
  fs.writeSync(1, `ack ${id}\n`)
}
