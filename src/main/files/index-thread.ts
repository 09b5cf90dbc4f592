import { Worker } from 'node:worker_threads'
import { PixieError } from '../../shared/errors.ts'
import { fromPlainError, type PlainError } from '../store/second-connection.ts'
import type { FileRecord, FileRows } from './rows.ts'
import { type Ranked, rankFiles, type SearchRequest } from './search.ts'

/** The long work on the file index. */
export interface IndexWork {
  /** As `rankFiles`. */
  rank(request: SearchRequest): Promise<Ranked[]>
  /** Adds a file or puts it in the place of what was known of it; it is in the index when this resolves. */
  put(file: FileRecord): Promise<void>
  /** Ends what runs. Safe to call twice. */
  close(): Promise<void>
}

export type IndexJob =
  | { readonly kind: 'rank'; readonly request: SearchRequest }
  | { readonly kind: 'put'; readonly file: FileRecord }

export type IndexAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: PlainError }

/** On this thread: for the command line, which has nothing else to do. */
export function indexWorkHere(rows: FileRows): IndexWork {
  return {
    rank: async (request) => rankFiles(rows, request),
    put: async (file) => rows.put(file),
    close: async () => undefined,
  }
}

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** On a thread of its own, started when it is first needed. One job after the other, in order. */
export function createIndexThread(dataDir: string): IndexWork {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0
  let isClosed = false

  const failAll = (error: Error) => {
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const start = (): Worker => {
    const started = new Worker(new URL('./index-worker.ts', import.meta.url), { workerData: { dataDir } })
    started.unref()
    started.on('message', (answer: IndexAnswer) => {
      const job = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('error' in answer) job?.reject(fromPlainError(answer.error))
      else job?.resolve(answer.value)
      // An idle thread does not keep the program alive; one that is waited for does.
      if (waiting.size === 0) started.unref()
    })
    started.on('error', failAll)
    started.on('exit', () => failAll(closedError()))
    return started
  }

  const ask = (job: IndexJob): Promise<unknown> => {
    if (isClosed) return Promise.reject(closedError())
    worker ??= start()
    lastId += 1
    const id = lastId
    worker.ref()
    worker.postMessage({ id, job })
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  }

  return {
    rank: async (request) => (await ask({ kind: 'rank', request })) as Ranked[], // the worker answers this kind so
    async put(file) {
      await ask({ kind: 'put', file })
    },
    async close() {
      isClosed = true
      const ending = worker
      if (ending === null) return
      const gone = new Promise((resolve) => ending.once('exit', resolve))
      ending.ref()
      ending.postMessage('close')
      await gone
    },
  }
}

const closedError = () =>
  new PixieError('stopped', { what: 'Pixie was closing', hint: 'Start it again and repeat this.' })
