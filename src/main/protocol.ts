/** `app://pixie/`: the one origin of the windows. It serves the files that were built, each under its own name, and nothing else. */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { CustomScheme } from 'electron'

export const pageScheme = 'app'
const pageHost = 'pixie'

/** What a page of this scheme may do; to be told to Electron before it is ready. */
export const schemePrivileges: CustomScheme = {
  scheme: pageScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** Only what came with Pixie runs; styles that are made while it runs carry the nonce of the load. Nobody is talked to. */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

const nonceBytes = 16
const placeOfNonce = '<head>'

/** Answers a request of the scheme. Never rejects for a bad one: that gets a 404. */
export type ServePage = (request: Pick<Request, 'url' | 'method'>) => Promise<Response>

/** Serves the files that lie in this folder now, the page's own under `/`. */
export function createPageServer(folder: string): ServePage {
  const files = builtFiles(folder)
  return async ({ url, method }) => {
    const file = method === 'GET' ? files.get(pathIn(url)) : undefined
    if (file === undefined) return new Response('Not found', { status: 404, headers: commonHeaders })
    const type = contentTypes[extname(file)] ?? 'application/octet-stream'
    if (extname(file) !== '.html')
      return new Response(await readFile(file), { headers: { ...commonHeaders, 'content-type': type } })
    const nonce = randomBytes(nonceBytes).toString('base64')
    const page = (await readFile(file, 'utf8')).replace(
      placeOfNonce,
      `${placeOfNonce}<meta name="csp-nonce" content="${nonce}">`,
    )
    return new Response(page, {
      headers: {
        ...commonHeaders,
        'content-type': type,
        'content-security-policy': contentSecurityPolicy(nonce),
      },
    })
  }
}

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The files change with Pixie, not while it runs; a page of the last version must not come back.
  'cache-control': 'no-store',
} as const

/** The path of an address of ours; empty for any other, which no file has. */
function pathIn(url: string): string {
  if (!URL.canParse(url)) return ''
  const { protocol, host, pathname, username, password } = new URL(url)
  const isOurs = protocol === `${pageScheme}:` && host === pageHost && username === '' && password === ''
  return isOurs ? pathname : ''
}

/** Paths as they stand in addresses. No other can be asked for, so none has to be cleaned of `..`. */
function builtFiles(folder: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    files.set(`/${relative(folder, file).split(sep).map(encodeURIComponent).join('/')}`, file)
  }
  const page = files.get('/index.html')
  if (page !== undefined) files.set('/', page)
  return files
}
