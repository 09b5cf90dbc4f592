/**
 * `node bin/run.mjs e2e/make-long-chat.ts DIR [AT]`: puts a chat of 2,000 messages, one of 400 kB (the 1,901st, or the one
 * named by AT, counted from 0), into an existing profile.
 */
import { resolve } from 'node:path'
import { modelAccess } from '../src/main/model/model-access.ts'
import { createPixie } from '../src/main/pixie.ts'
import { sampleClock } from '../src/main/sample/sample.ts'
import { writeTransaction } from '../src/main/store/writers.ts'

const messages = 2000
const longAt = Number(process.argv[3] ?? 1901)
const longCharacters = 400_000

const { signal } = new AbortController()
const pixie = createPixie({
  dataDir: resolve(process.argv[2] ?? ''),
  clock: sampleClock(),
  given: { now: false, tz: false },
  model: null,
  models: modelAccess({ signal }),
  command: 'make-long-chat',
  onNotice: (line) => void process.stderr.write(`${line}\n`),
})
const textOf = (n: number): string => {
  if (n === longAt) return 'A long paragraph of an answer, again and again.\n\n'.repeat(longCharacters / 49)
  return n % 2 === 0 ? `Question ${n}?` : `Answer ${n} with **some** \`code\` and a list:\n\n- one\n- two`
}
writeTransaction(pixie.store.pixie, () => {
  const { id } = pixie.conversations.create()
  for (let n = 0; n < messages; n++)
    pixie.conversations.append(id, { role: n % 2 === 0 ? 'user' : 'assistant', text: textOf(n) })
  pixie.conversations.rename(id, 'The long chat')
})
await pixie.close()
