/** Answers a question without end, in its own process: `node stream-child.ts DATA_DIR`. Reports in lines. */
import fs from 'node:fs'
import { flushCompileCache } from 'node:module'
import { createAgent } from '../../agent.ts'
import { createConversations } from '../../conversations/conversations.ts'
import { openStore } from '../../store/open.ts'
import { createTraces } from '../../trace/traces.ts'
import { createRuns } from '../runs.ts'
import { slowPorts } from './slow-engine.ts'

const [dataDir = ''] = process.argv.slice(2)
const say = (line: string) => fs.writeSync(1, `${line}\n`)
const clock = { now: Date.now, zone: 'UTC' }
const store = openStore({ dataDir, onNotice: say })
const conversations = createConversations(store.pixie, clock, { processes: store })
const ports = slowPorts(
  Array.from({ length: 100_000 }, (_, i) => `word${i} `),
  20,
)
const agent = createAgent({
  conversations: {
    ...conversations,
    keep(answer, partial) {
      conversations.keep(answer, partial)
      say(`kept ${partial.text.length}`)
    },
  },
  traces: createTraces(store.pixie, clock),
  withEngine: (_, work) => work(ports.engine),
  readAttached: () => Promise.reject(new Error('no file')),
  explain: (error) => error,
  ports: () => ports,
})
const runs = createRuns({ agent, publish: () => undefined, explain: (error) => error })
const { answer } = runs.start(null, () => agent.begin({ question: 'Write without end', conversation: null }))
flushCompileCache()
say(`answer ${answer}`)
