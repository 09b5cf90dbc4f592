/** The thread that searches and fills the file index, so that main goes on meanwhile. */
import { parentPort, workerData } from 'node:worker_threads'
import { openIndexAgain, toPlainError } from '../store/second-connection.ts'
import type { IndexAnswer, IndexJob } from './index-thread.ts'
import { createFileRows } from './rows.ts'
import { rankFiles } from './search.ts'

const { dataDir } = workerData as { readonly dataDir: string } // given by `createIndexThread`
const db = openIndexAgain(dataDir)
const rows = createFileRows(db)

function done(job: IndexJob): unknown {
  if (job.kind === 'put') return rows.put({ ...job.file, relative: Buffer.from(job.file.relative) })
  // One look at the index: what is put meanwhile is seen whole or not at all.
  return db.transaction(() => rankFiles(rows, job.request))()
}

parentPort?.on('message', (message: { readonly id: number; readonly job: IndexJob } | 'close') => {
  if (message === 'close') {
    db.close()
    parentPort?.close()
    return
  }
  parentPort?.postMessage(answered(message.id, message.job))
})

function answered(id: number, job: IndexJob): IndexAnswer {
  try {
    return { id, value: done(job) }
  } catch (error) {
    return { id, error: toPlainError(error) }
  }
}
