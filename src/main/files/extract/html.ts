import { Parser } from 'htmlparser2'
import { decodeText } from './decode-text.ts'
import type { ReadText } from './protocol.ts'

/** What these hold is not read by people. */
const silent = new Set(['script', 'style', 'template', 'noscript', 'svg'])
/** These begin a line of their own. */
const blocks = new Set(
  (
    'address article aside blockquote br caption center dd details dialog div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
)
const cells = new Set(['td', 'th'])
/** Where a page may name its encoding, in bytes. */
const claimWindow = 2048

/** The words of a page as a reader sees them: tags and scripts gone, entities decoded, one line a block. */
export function readHtml(bytes: Uint8Array): ReadText {
  const out: string[] = []
  let title = ''
  let inTitle = false
  const muted: string[] = []
  let pre = 0
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === 'title') inTitle = true
        if (silent.has(name)) muted.push(name)
        if (name === 'pre') pre += 1
        if (muted.length === 0) out.push(blocks.has(name) ? '\n' : cells.has(name) ? '\t' : '')
      },
      onclosetag(name) {
        if (name === 'title') inTitle = false
        if (name === 'pre') pre = Math.max(0, pre - 1)
        const at = muted.lastIndexOf(name)
        if (at >= 0) muted.length = at
        if (muted.length === 0 && blocks.has(name) && name !== 'br') out.push('\n')
      },
      ontext(text) {
        if (inTitle && muted.length === 0) title += text
        else if (muted.length === 0) out.push(pre > 0 ? text : text.replace(/[ \t\r\n\f\u00a0]+/g, ' '))
      },
    },
    { decodeEntities: true },
  )
  parser.end(decodeText(bytes, claimedEncoding(bytes)))
  return { text: tidy(out.join('')), title: title.replace(/\s+/g, ' ').trim() || null }
}

function claimedEncoding(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, claimWindow))
  return /<meta[^>]+charset\s*=\s*["']?([\w-]{1,40})/i.exec(start)?.[1] ?? null
}

/** Lines without outer white space, never two empty ones together. */
function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/[ \t]*\t[ \t]*/g, '\t').trim())
  const kept = lines.filter((line, i) => line !== '' || (i > 0 && lines[i - 1] !== ''))
  return kept.join('\n').trim()
}
