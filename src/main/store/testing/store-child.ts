/** What the store's tests need another process for: `node store-child.ts MODE DATA_DIR`. Reports in lines. */
import fs from 'node:fs'
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import Database from 'better-sqlite3'
import { createConversations } from '../../conversations/conversations.ts'
import { openStore } from '../open.ts'
import { writeTransaction } from '../writers.ts'
import { brokenOff, steps } from './steps.ts'

const [mode = '', dataDir = ''] = process.argv.slice(2)
const say = (line: string) => fs.writeSync(1, `${line}\n`)
const sleepForever = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
const open = (migrations = steps) =>
  openStore({
    dataDir,
    pixieMigrations: migrations,
    indexMigrations: [],
    command: `pixie ${mode}`,
    onNotice: (line) => say(`notice ${line}`),
  })

const modes: Record<string, () => void | Promise<void>> = {
  /** Writes messages until it is killed. */
  append() {
    const store = openStore({ dataDir, onNotice: (line) => say(`notice ${line}`) })
    const conversations = createConversations(store.pixie, { now: Date.now })
    const { id } = conversations.create()
    for (let n = 0; ; n++) {
      say(`ack ${conversations.append(id, { role: 'user', text: `line ${n} `.repeat(20) }).id}`)
    }
  },
  /** Holds the write lock of an opened profile. */
  hold() {
    const store = open()
    writeTransaction(store.pixie, () => {
      say('holding')
      sleepForever()
    })
  },
  /** Has the profile open and does nothing. */
  idle() {
    open()
    say('open')
    sleepForever()
  },
  /** Holds the write lock without being a Pixie. */
  holdRaw() {
    new Database(path.join(dataDir, 'pixie.db')).exec('BEGIN IMMEDIATE')
    say('holding')
    sleepForever()
  },
  /** Stops in the middle of the last migration. */
  migrate() {
    open(
      brokenOff(() => {
        say('inside')
        sleepForever()
      }),
    )
  },
  /** Opens when told to, together with others. */
  async openOnGo() {
    say('ready')
    await new Promise((resolve) => process.stdin.once('data', resolve))
    const store = open()
    say(`version ${store.pixie.pragma('user_version', { simple: true })}`)
    store.close()
    process.stdin.destroy()
  },
}

flushCompileCache()
await modes[mode]?.()
