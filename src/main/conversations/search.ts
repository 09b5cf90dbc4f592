/** Finding messages by words, in every version, with the place to show. */
import { z } from 'zod'
import { highlightRanges, matchExpression } from '../../shared/fold.ts'
import type { Db } from '../store/database.ts'
import { parseRow } from '../store/rows.ts'
import { titleFrom } from './title.ts'

/** In UTF-16 units. */
const snippetLength = 220
/** Kept before the first word that was found. */
const snippetLead = 60

export interface MessageHit {
  readonly conversation: string
  readonly title: string
  readonly message: string
  readonly role: 'user' | 'assistant'
  readonly createdAtMs: number
  /** Verbatim. */
  readonly snippet: string
  /** `[from, to)` in UTF-16 units of `snippet`. */
  readonly marks: [number, number][]
}

const HitRow = z.object({
  id: z.string(),
  conversation_id: z.string(),
  title: z.string().nullable(),
  first_text: z.string().nullable(),
  role: z.enum(['user', 'assistant']),
  created_at_ms: z.int(),
  text: z.string(),
})

/** The beginning of what a person said first in a conversation `c`. */
export const firstText = `(SELECT substr(f.text, 1, 400) FROM messages f
  WHERE f.conversation_id = c.id AND f.parent_id IS NULL AND f.role = 'user' ORDER BY f.seq LIMIT 1)`

/** Messages with every word of the query, newest first. Nothing for a query without words. */
export function searchMessages(db: Db, query: string, limit: number): MessageHit[] {
  const match = matchExpression(query, { mode: 'all' })
  if (match === '') return []
  return db
    .prepare(
      `SELECT m.id, m.conversation_id, c.title, ${firstText} AS first_text, m.role, m.created_at_ms, m.text
       FROM messages_index i JOIN messages m ON m.seq = i.rowid JOIN conversations c ON c.id = m.conversation_id
       WHERE messages_index MATCH ? AND c.deleted_at_ms IS NULL ORDER BY i.rowid DESC LIMIT ?`,
    )
    .all(match, limit)
    .map((raw) => {
      const row = parseRow('messages', HitRow, raw)
      return {
        conversation: row.conversation_id,
        title: row.title ?? titleFrom(row.first_text),
        message: row.id,
        role: row.role,
        createdAtMs: row.created_at_ms,
        ...snippetOf(row.text, query),
      }
    })
}

/** The beginning of a very long text up to its first hit is looked at in parts of this length, in UTF-16 units. */
const partLength = 10_000

/** The first part of a text with a word of the query in it; parts overlap, so that no place is cut in two everywhere. */
function partWithHit(text: string, query: string): { part: string; ranges: [number, number][] } {
  for (let from = 0; from < text.length; from += partLength) {
    const part = text.slice(Math.max(0, from - snippetLength), from + partLength + snippetLength)
    const ranges = highlightRanges(part, query)
    if (ranges.length > 0) return { part, ranges }
  }
  return { part: text.slice(0, partLength), ranges: [] }
}

function snippetOf(whole: string, query: string): Pick<MessageHit, 'snippet' | 'marks'> {
  const { part: text, ranges } = partWithHit(whole, query)
  const first = ranges[0]?.[0] ?? 0
  const from = first <= snippetLead ? 0 : wordStart(text, first - snippetLead, first)
  const to = characterEnd(text, Math.min(text.length, from + snippetLength))
  const marks = ranges
    .filter(([start, end]) => start >= from && end <= to)
    .map(([start, end]): [number, number] => [start - from, end - from])
  return { snippet: text.slice(from, to), marks }
}

function wordStart(text: string, near: number, before: number): number {
  const space = text.slice(near, before).search(/\s/)
  const at = space < 0 ? near : near + space + 1
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at
}

function characterEnd(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at
}
