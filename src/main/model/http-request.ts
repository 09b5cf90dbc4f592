/** One request for a model file: redirects, refusals and validators. No state, no files. */
import { PixieError } from '../../shared/errors.ts'
import { allowNetwork } from '../app/network-guard.ts'
import { isSafeAddress } from './catalog.ts'
import { stoppedError } from './file-hash.ts'
import type { Validators } from './part-file.ts'

const mostRedirects = 10

export interface HttpAnswer {
  readonly response: Response
  readonly validators: Validators
  /** SHA-256 that the model hub declares on the way, lower-case hex. */
  readonly declared: string | null
  /** Length of the whole file; null when the server does not say. */
  readonly total: number | null
  /** Where the body starts in the whole file: 0 for a whole answer. */
  readonly start: number
}

/** Something that another try may cure. */
export class BrokenConnection extends Error {
  /** True when there was no answer at all: no network, a wrong name, nobody listening. */
  readonly isUnreachable: boolean

  constructor(message: string, isUnreachable: boolean, cause?: unknown) {
    super(message, { cause })
    this.name = 'BrokenConnection'
    this.isUnreachable = isUnreachable
  }
}

/**
 * Asks for the file from byte `start` on, if it is still what `validators` say (else the server sends all of it).
 * Gives null for "that range does not exist". The body is not read yet: read or cancel it.
 * Throws `BrokenConnection`, or `PixieError` `download-failed`, `not-a-model` (a web page), `stopped`.
 */
export async function requestFile(
  url: string,
  range: { start: number; validators: Validators } | null,
  signal: AbortSignal,
): Promise<HttpAnswer | null> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity', 'user-agent': 'pixie' }
  if (range) {
    headers.range = `bytes=${range.start}-`
    const validator = range.validators.etag ?? range.validators.lastModified
    if (validator) headers['if-range'] = validator
  }
  const { response, declared } = await follow(url, headers, signal)
  try {
    if (response.status === 416 && range) {
      await cancelBody(response)
      return null
    }
    assertUsable(response, url)
    return { response, declared, validators: validatorsOf(response), ...extent(response, url) }
  } catch (error) {
    await cancelBody(response)
    throw error
  }
}

export async function cancelBody(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => {})
}

async function follow(url: string, headers: Record<string, string>, signal: AbortSignal) {
  let address = url
  let declared: string | null = null
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const response = await send(address, headers, signal)
    // A content delivery network's own tag is of the same form and is no SHA-256: only the first answer's counts.
    declared ??=
      sha256Tag(response.headers.get('x-linked-etag')) ??
      (hop === 0 ? sha256Tag(response.headers.get('etag')) : null)
    const location = response.headers.get('location')
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null)
      return { response, declared }
    await cancelBody(response)
    const next = URL.canParse(location, address) ? new URL(location, address).href : ''
    if (!isSafeAddress(next)) throw failed('The server redirects to an address that is not encrypted', url)
    address = next
  }
  throw failed(`The server redirects more than ${mostRedirects} times`, url)
}

async function send(
  address: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await allowNetwork('models', () => fetch(address, { headers, signal, redirect: 'manual' }))
  } catch (error) {
    throw explainNetwork(error, address, signal)
  }
}

/** What a failed request or a body that ended early means. */
export function explainNetwork(error: unknown, address: string, signal: AbortSignal): Error {
  if (error instanceof PixieError) return error
  if (signal.aborted) {
    return signal.reason instanceof BrokenConnection ? signal.reason : stoppedError()
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const host = new URL(address).host
  if (/CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ALTNAME/.test(code)) {
    return failed(`The certificate of ${host} cannot be trusted (${code})`, address, cause)
  }
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ENETDOWN|CONNECT_TIMEOUT/.test(code)
  ) {
    return new BrokenConnection(`${host} cannot be reached (${code})`, true, cause)
  }
  return new BrokenConnection(`the connection to ${host} broke${code ? ` (${code})` : ''}`, false, cause)
}

function assertUsable(response: Response, url: string): void {
  const { status } = response
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    throw new BrokenConnection(`${new URL(url).host} answers ${status}`, false)
  }
  if (status === 401 || status === 403) {
    throw failed(`The server does not give the model to everyone (it answers ${status})`, url)
  }
  if (status === 404 || status === 410)
    throw failed(`The model is not there any more (the server answers ${status})`, url)
  if (status !== 200 && status !== 206) throw failed(`The server answers ${status}`, url)
  if (/^\s*(text\/html|application\/xhtml)/i.test(response.headers.get('content-type') ?? '')) {
    throw new PixieError('not-a-model', {
      what: 'Got a web page instead of a model',
      value: url,
      hint: 'A login page of the network may be in between: open a page in a browser, then try again.',
    })
  }
}

function extent(response: Response, url: string): { start: number; total: number | null } {
  if (response.status === 200) {
    const isEncoded = !/^(identity)?$/i.test(response.headers.get('content-encoding') ?? '')
    return { start: 0, total: isEncoded ? null : wholeNumber(response.headers.get('content-length')) }
  }
  const match = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '')
  if (!match) throw failed('The server sends a part of the file without saying which', url)
  return { start: Number(match[1]), total: wholeNumber(match[2] ?? null) }
}

function validatorsOf(response: Response): Validators {
  const etag = response.headers.get('etag')
  // A weak tag promises the same meaning, not the same bytes.
  return {
    etag: etag?.startsWith('"') ? etag : null,
    lastModified: response.headers.get('last-modified'),
  }
}

function sha256Tag(tag: string | null): string | null {
  return /^"?([0-9a-f]{64})"?$/i.exec(tag ?? '')?.[1]?.toLowerCase() ?? null
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}

export function failed(what: string, value: string, cause?: unknown): PixieError {
  const hint = 'Try again later, or fetch the file by hand and use that.'
  return new PixieError('download-failed', { what, value, hint, command: '--model PATH', cause })
}
