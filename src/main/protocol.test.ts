import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentSecurityPolicy, createPageServer, type ServePage, schemePrivileges } from './protocol.ts'

const root = mkdtempSync(join(tmpdir(), 'pixie-protocol-'))
const folder = join(root, 'renderer')
let serve: ServePage

beforeAll(() => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(root, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head><title>Pixie</title></head></html>')
  writeFileSync(join(folder, 'assets', 'index-1.js'), 'export {}')
  writeFileSync(join(folder, 'assets', 'index-1.css'), 'body {}')
  writeFileSync(join(folder, 'assets', 'with space.svg'), '<svg/>')
  symlinkSync(join(root, 'secret.txt'), join(folder, 'assets', 'link.txt'))
  serve = createPageServer(folder)
})
afterAll(() => rmSync(root, { recursive: true }))

const get = (url: string, method = 'GET') => serve({ url, method })

describe('the page’s protocol', () => {
  it.each([
    ['app://pixie/', 'text/html; charset=utf-8'],
    ['app://pixie/index.html', 'text/html; charset=utf-8'],
    ['app://pixie/#part', 'text/html; charset=utf-8'],
    ['app://pixie/assets/index-1.js', 'text/javascript; charset=utf-8'],
    ['app://pixie/assets/index-1.css', 'text/css; charset=utf-8'],
    ['app://pixie/assets/with%20space.svg', 'image/svg+xml'],
  ])('serves %s as %s', async (url, type) => {
    const response = await get(url)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each([
    'app://pixie/../secret.txt',
    'app://pixie/assets/../../secret.txt',
    'app://pixie/%2e%2e/secret.txt',
    'app://pixie/%2e%2e%2fsecret.txt',
    'app://pixie/assets%2findex-1.js',
    'app://pixie/assets%5cindex-1.js',
    'app://pixie/assets\\index-1.js',
    'app://pixie//index.html',
    'app://pixie/assets/',
    'app://pixie/assets/link.txt',
    'app://pixie/index.html/',
    'app://pixie/INDEX.HTML',
    'app://pixie/etc/passwd',
    'app://other/index.html',
    'app://pixie.evil/index.html',
    'app://pixie:1/index.html',
    'app://a@pixie/index.html',
    'file:///index.html',
    'https://pixie/index.html',
    'no address',
  ])('does not have %s', async (url) => {
    const response = await get(url)
    expect(response.status).toBe(404)
    expect(await response.text()).toBe('Not found')
  })

  it.each(['POST', 'PUT', 'HEAD', 'OPTIONS'])('answers %s with nothing', async (method) => {
    expect((await get('app://pixie/', method)).status).toBe(404)
  })

  it('gives out only what was built, whatever is asked', async () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '%2e',
      '%2f',
      '/',
      '\\',
      'secret.txt',
      'assets',
      '%00',
      '~',
      'etc',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const response = await get(`app://pixie/${parts.join('')}`)
        expect(await response.text()).not.toContain('secret')
      }),
    )
  })

  it('gives each load of the page a nonce of its own, in its policy and in the page', async () => {
    const load = async () => {
      const response = await get('app://pixie/')
      const policy = response.headers.get('content-security-policy') ?? ''
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
      expect(await response.text()).toContain(`<meta name="csp-nonce" content="${nonce}">`)
      return nonce
    }
    expect(await load()).not.toBe(await load())
  })

  it('lets the page run and show only what came with it, and talk to nobody', () => {
    expect(contentSecurityPolicy('abc').split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'nonce-abc'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
  })

  it('is an origin like any secure one, with no way round the policy', () => {
    expect(schemePrivileges).toEqual({
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
    })
  })
})
