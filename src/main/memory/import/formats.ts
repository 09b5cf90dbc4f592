import { messageStart } from './chat-export.ts'
import { csvHeader } from './csv.ts'
import { listKeys } from './json-journal.ts'

export const importFormats = ['jsonl', 'csv', 'mbox', 'chat', 'journal'] as const
export type ImportFormat = (typeof importFormats)[number]

/** How much of a file is looked at to tell its format. In bytes. */
export const headBytes = 64 * 1024
/** Chat exports may begin with a line or two of the messenger's own. */
const chatLines = 10

const listStart = new RegExp(`^\\{[\\s\\S]*?"(?:${listKeys.join('|')})"\\s*:\\s*\\[`)

/** The format of a file by its beginning, or null. Names do not count: `export.txt` may be anything. */
export function guessFormat(head: string): ImportFormat | null {
  const text = head.replace(/^\ufeff/, '').trimStart()
  const lines = text.split(/\r?\n/)
  const first = lines[0] ?? ''
  if (/^From \S/.test(first)) return 'mbox'
  if (lines.slice(0, chatLines).some((line) => messageStart(line) !== null)) return 'chat'
  const object = first.startsWith('{') ? parsed(first) : null
  if (object !== null) return listKeys.some((key) => Array.isArray(object[key])) ? 'journal' : 'jsonl'
  if (/^\[\s*(?:\{|\]|$)/.test(first) || listStart.test(text)) return 'journal'
  if (first.startsWith('{')) return 'jsonl'
  return csvHeader(first) === null ? null : 'csv'
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : null
  } catch {
    return null
  }
}
