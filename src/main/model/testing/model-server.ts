/** A file server on this machine that misbehaves on request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface SeenRequest {
  readonly url: string
  readonly range: string | null
  readonly ifRange: string | null
}

export interface ModelServer {
  readonly url: string
  readonly requests: SeenRequest[]
  /** What it serves and how; change it between or during requests. */
  behaviour: Behaviour
  close(): Promise<void>
}

export interface Behaviour {
  file: Buffer
  etag?: string | null
  lastModified?: string | null
  /** One for each request, in order: break the connection after so many bytes of the body. */
  cuts?: number[]
  /** Waited for before such a break: so that the other side has read what was sent. */
  beforeCut?: (sentBytes: number) => Promise<void>
  ignoresRange?: boolean
  /** Answers a range whatever `If-Range` says. */
  ignoresCondition?: boolean
  /** No content-length. */
  chunked?: boolean
  /** Pieces of the body and the pause before each but the first. */
  drip?: { bytes: number; ms: number }
  /** Answers instead of all the above when it returns true. */
  instead?: (request: IncomingMessage, response: ServerResponse) => boolean
}

export async function startModelServer(behaviour: Behaviour): Promise<ModelServer> {
  const requests: SeenRequest[] = []
  const server = createServer((request, response) => {
    const { range, 'if-range': ifRange } = request.headers
    requests.push({ url: request.url ?? '', range: range ?? null, ifRange: ifRange ? String(ifRange) : null })
    if (!self.behaviour.instead?.(request, response)) serve(self.behaviour, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const self: ModelServer = {
    url: `http://127.0.0.1:${port}/tiny.gguf`,
    requests,
    behaviour,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return self
}

function serve(behaviour: Behaviour, request: IncomingMessage, response: ServerResponse): void {
  const { file, etag = '"v1"', lastModified = null } = behaviour
  const start = rangeStart(behaviour, request)
  if (start !== null && start >= file.length) {
    response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end()
    return
  }
  const body = file.subarray(start ?? 0)
  const headers: Record<string, string> = { 'content-type': 'application/octet-stream' }
  if (etag !== null) headers.etag = etag
  if (lastModified !== null) headers['last-modified'] = lastModified
  if (!behaviour.chunked) headers['content-length'] = String(body.length)
  if (start !== null) headers['content-range'] = `bytes ${start}-${file.length - 1}/${file.length}`
  response.writeHead(start === null ? 200 : 206, headers)
  const cut = behaviour.cuts?.shift()
  if (cut !== undefined && cut < body.length) {
    response.flushHeaders()
    response.write(body.subarray(0, cut), () => void breakOff(behaviour, response, (start ?? 0) + cut))
  } else if (behaviour.drip) {
    drip(response, body, behaviour.drip)
  } else {
    response.end(body)
  }
}

async function breakOff(behaviour: Behaviour, response: ServerResponse, sentBytes: number): Promise<void> {
  await behaviour.beforeCut?.(sentBytes)
  setTimeout(() => response.destroy(), 2)
}

function drip(response: ServerResponse, body: Buffer, { bytes, ms }: { bytes: number; ms: number }): void {
  let sent = 0
  const next = () => {
    if (response.destroyed) return
    const piece = body.subarray(sent, sent + bytes)
    sent += piece.length
    if (sent >= body.length) response.end(piece)
    else response.write(piece, () => setTimeout(next, ms))
  }
  next()
}

function rangeStart(behaviour: Behaviour, request: IncomingMessage): number | null {
  const match = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')
  if (!match || behaviour.ignoresRange) return null
  const condition = request.headers['if-range']
  const validators = [behaviour.etag ?? '"v1"', behaviour.lastModified ?? null]
  if (condition && !behaviour.ignoresCondition && !validators.includes(String(condition))) return null
  return Number(match[1])
}

/** An address where nobody listens. */
export async function deadUrl(): Promise<string> {
  const server = await startModelServer({ file: Buffer.alloc(0) })
  await server.close()
  return server.url
}
