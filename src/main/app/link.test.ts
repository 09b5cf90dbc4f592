import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLink } from './link.ts'

describe('the question before a link is opened', () => {
  it.each([
    ['https://example.org/a?b=c#d', 'Open example.org in your browser?'],
    ['http://example.org:8080/', 'Open example.org:8080 in your browser?'],
    ['HTTPS://EXAMPLE.ORG', 'Open example.org in your browser?'],
    ['https://bank.example@evil.example/', 'Open evil.example in your browser?'],
    ['https://bank.example%2f@evil.example/', 'Open evil.example in your browser?'],
    ['https:evil.example', 'Open evil.example in your browser?'],
    ['https://аррӏе.com/', 'Open xn--80ak6aa92e.com in your browser?'],
    ['https://münchen.example', 'Open xn--mnchen-3ya.example in your browser?'],
    ['https://exam\tple.org', 'Open example.org in your browser?'],
    ['https://[::1]/', 'Open [::1] in your browser?'],
    ['https://0x7f.1/', 'Open 127.0.0.1 in your browser?'],
    ['mailto:mara@example.org?subject=Hello', 'Write a mail to mara@example.org?'],
    ['mailto:a%20b%E2%80%AE@example.org', 'Write a mail to a%20b%E2%80%AE@example.org?'],
  ])('names where %s leads', (url, question) => {
    expect(parseLink(url).question).toBe(question)
  })

  it('shows the whole address, as long as it can be read', () => {
    expect(parseLink('https://example.org/a?token=1').detail).toContain('https://example.org/a?token=1')
    const long = parseLink(`https://example.org/${'x'.repeat(5000)}`)
    expect(long.detail.length).toBeLessThan(500)
    expect(long.url.length).toBeGreaterThan(5000)
  })

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,hello',
    'vscode://open',
    'app://pixie/',
    'ssh://example.org',
    'smb://example.org/share',
    'mailto:',
    'https://',
    '//example.org',
    'example.org',
    '',
  ])('is never asked for %s', (url) => {
    expect(() => parseLink(url)).toThrow('does not open this kind of link')
  })

  it('passes on nothing of a mail but whom it is to', () => {
    const link = parseLink('mailto:mara@example.org?bcc=eve@example.net&attach=/etc/passwd#x')
    expect(link.url).toBe('mailto:mara@example.org')
  })

  it('lets only web pages and mails out, whatever is given', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((rest) => `mailto:${rest}`),
        ),
        (text) => {
          try {
            expect(parseLink(text).url).toMatch(/^(https?|mailto):/)
          } catch (error) {
            expect(error).toMatchObject({ code: 'invalid-input' })
          }
        },
      ),
    )
  })
})
