/** A model from one address: continued where it stopped as long as the file there is still the same. */
import { setTimeout as sleep } from 'node:timers/promises'
import { PixieError } from '../../shared/errors.ts'
import type { DownloadJob } from './download-job.ts'
import { stoppedError } from './file-hash.ts'
import { describeStart } from './gguf-header.ts'
import {
  BrokenConnection,
  cancelBody,
  explainNetwork,
  failed,
  type HttpAnswer,
  requestFile,
} from './http-request.ts'
import { assertSpace, type PartState } from './part-file.ts'

/** A file that changes more often during one download is not worth waiting for. */
const mostChanges = 2
const longestPauseMs = 15_000
/** Bytes needed to see what a file is; fewer are not worth continuing. */
const startBytes = 4

/**
 * Brings all bytes from `url` into the part file; gives the SHA-256 that the source declares, if it does.
 * Throws `no-network`, `download-failed`, `not-a-model`, `source-changed`, `no-space`, `permission-denied`,
 * `stopped`. The part file can be continued after each of them.
 */
export async function downloadHttps(job: DownloadJob, url: string): Promise<string | null> {
  const { tries, pauseMs } = job.host.patience
  let furthest = job.part.bytes
  let failures = 0
  let changes = 0
  let hadAnswer = false
  for (;;) {
    try {
      const outcome = await attempt(job, url, () => {
        hadAnswer = true
      })
      if (outcome === 'complete') return job.part.state?.declared ?? null
      changes += 1
      if (changes > mostChanges)
        throw changedError(url, 'The file at the source keeps changing while it is fetched')
      await job.part.discard()
      job.note('The file at the source changed since the last part was fetched: starting from the beginning.')
    } catch (error) {
      if (!(error instanceof BrokenConnection)) throw error
      if (job.part.bytes > furthest) failures = 0
      furthest = Math.max(furthest, job.part.bytes)
      failures += 1
      // Without a network at all, the next source is worth more than patience.
      const isHopeless = error.isUnreachable && !hadAnswer && failures >= 2
      if (failures >= tries || isHopeless) throw givenUp(error, url)
      const pause = Math.min(longestPauseMs, pauseMs * 2 ** (failures - 1))
      if (hadAnswer) job.note(`${capitalised(error.message)}; trying again.`)
      await sleep(pause, undefined, { signal: job.signal }).catch(() => {})
    }
    if (job.signal.aborted) throw stoppedError()
  }
}

async function attempt(job: DownloadJob, url: string, onAnswer: () => void): Promise<'complete' | 'changed'> {
  const known = continuable(job, url)
  if (known !== null && known.total === job.part.bytes) {
    job.part.isResumed = true
    return 'complete'
  }
  const watch = stallWatch(job)
  try {
    const range = known?.validators ? { start: job.part.bytes, validators: known.validators } : null
    const answer = await requestFile(url, range, watch.signal)
    if (answer === null) return 'changed'
    onAnswer()
    try {
      if (answer.start > 0 && !continues(answer, known, job.part.bytes)) return 'changed'
      await accept(job, url, answer)
      await receive(job, url, answer, watch)
    } finally {
      await cancelBody(answer.response)
    }
    return 'complete'
  } finally {
    watch.stop()
  }
}

/** What is known about the bytes already here, when they can be continued. */
function continuable(job: DownloadJob, url: string): PartState | null {
  const { state, bytes } = job.part
  if (state === null || state.source !== url || bytes < startBytes) return null
  if (state.total !== null && bytes > state.total) return null
  const { etag = null, lastModified = null } = state.validators ?? {}
  return etag !== null || lastModified !== null ? state : null
}

/** Some servers answer a conditional range without looking at the condition. */
function continues(answer: HttpAnswer, known: PartState | null, offset: number): boolean {
  return (
    known !== null &&
    answer.start === offset &&
    answer.total === known.total &&
    answer.validators.etag === (known.validators?.etag ?? null) &&
    answer.validators.lastModified === (known.validators?.lastModified ?? null) &&
    (answer.declared === null || known.declared === null || answer.declared === known.declared)
  )
}

/** Refuses what is certainly not the model, checks the space, and prepares the part file. */
async function accept(job: DownloadJob, url: string, answer: HttpAnswer): Promise<void> {
  const { entry, part } = job
  if (entry.sha256 !== null && answer.total !== null && answer.total !== entry.sizeBytes) {
    throw changedError(
      url,
      `The file at the source has ${answer.total} bytes instead of ${entry.sizeBytes}: it is another one`,
    )
  }
  const total = answer.total ?? (entry.sha256 === null ? null : entry.sizeBytes)
  await assertSpace(job.host, (total ?? entry.sizeBytes) - answer.start)
  if (answer.start > 0) part.isResumed = true
  else
    await part.begin(
      { source: url, total, validators: answer.validators, declared: answer.declared, partEnds: [] },
      0,
    )
  job.meter.start('download', new URL(url).host, part.bytes, total ?? entry.sizeBytes)
}

async function receive(job: DownloadJob, url: string, answer: HttpAnswer, watch: StallWatch): Promise<void> {
  const { part } = job
  const total = part.state?.total ?? null
  const writer = await part.writer()
  let start = Buffer.alloc(0)
  let isChecked = part.bytes >= startBytes
  try {
    for await (const chunk of body(answer.response, url, watch.signal)) {
      watch.touch()
      if (!isChecked) {
        start = Buffer.concat([start, chunk])
        isChecked = start.length >= startBytes
        if (isChecked) assertModelStart(start, url)
      }
      if (total !== null && part.bytes + chunk.length > total)
        throw failed('The server sends more bytes than it announced', url)
      await writer.write(chunk)
      job.meter.update(part.bytes)
    }
  } finally {
    await writer.close()
  }
  if (total !== null && part.bytes < total) throw new BrokenConnection('the answer ended too early', false)
  if (total === null && part.state) await part.saveState({ ...part.state, total: part.bytes })
}

async function* body(response: Response, url: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (response.body === null) return
  try {
    // The type of the stream does not say so, but fetch gives bytes.
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) yield chunk
  } catch (error) {
    throw explainNetwork(error, url, signal)
  }
}

function assertModelStart(start: Buffer, url: string): void {
  const fault = describeStart(start)
  if (fault === null) return
  throw new PixieError('not-a-model', {
    what:
      fault === 'it is a web page'
        ? 'Got a web page instead of a model'
        : `Got a file that is not a model: ${fault}`,
    value: url,
    hint: 'A login page of the network may be in between: open a page in a browser, then try again.',
  })
}

interface StallWatch {
  /** Aborts with the job, or when nothing came for too long. */
  readonly signal: AbortSignal
  touch(): void
  stop(): void
}

function stallWatch(job: DownloadJob): StallWatch {
  const { stallMs } = job.host.patience
  const stalled = new AbortController()
  const timer = setTimeout(() => {
    stalled.abort(new BrokenConnection(`nothing came for ${Math.ceil(stallMs / 1000)} s`, false))
  }, stallMs)
  return {
    signal: AbortSignal.any([job.signal, stalled.signal]),
    touch: () => timer.refresh(),
    stop: () => clearTimeout(timer),
  }
}

function changedError(url: string, what: string): PixieError {
  const hint = 'Try again later, or choose another model.'
  return new PixieError('source-changed', { what, value: url, hint, command: 'pixie models list' })
}

function givenUp(error: BrokenConnection, url: string): PixieError {
  return new PixieError(error.isUnreachable ? 'no-network' : 'download-failed', {
    what: `The model could not be fetched: ${error.message}`,
    value: url,
    hint: 'Check the network and run it again: it goes on where it stopped.',
    cause: error,
  })
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
