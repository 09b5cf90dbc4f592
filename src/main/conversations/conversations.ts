import { z } from 'zod'
import type { Clock } from '../../shared/time.ts'
import type { Db } from '../store/database.ts'
import type { RandomInt } from '../store/ids.ts'
import { writeTransaction } from '../store/writers.ts'
import {
  type Asking,
  askingOf,
  type ConversationParts,
  type Processes,
  type Writing,
  writingOf,
} from './answers.ts'
import { type Conversation, selectConversations } from './conversation-rows.ts'
import { readDraft, writeDraft } from './drafts.ts'
import type { Message } from './message.ts'
import { demandMessage, type MessagePage, type PlaceOfPage, pageAround, pageAt, visible } from './pages.ts'
import { noConversation, noMessage, thrown } from './refusals.ts'
import { type MessageHit, searchMessages } from './search.ts'
import {
  countExchanges,
  findMessage,
  hiddenUpTo,
  lastShown,
  messagesAt,
  seqsUpTo,
  show,
  shownSeqs,
  versionOf,
} from './tree.ts'

/** What was said. A conversation that was deleted is there for nobody but `restore`. */
export interface Conversations extends Asking, Writing {
  /** Null when there is none. */
  get(id: string): Conversation | null
  /** Pinned first, then last changed first. */
  list(limit?: number): Conversation[]
  message(id: string): Message | null
  /** The last `limit` shown messages, oldest first. Empty for a conversation that does not exist. */
  messages(conversation: string, limit: number): Message[]
  /** Null while there is none. */
  lastMessage(conversation: string): Message | null
  /** `limit` shown messages before one of them (null = the newest), or after one. Throws `not-found`. */
  page(conversation: string, page: PlaceOfPage): MessagePage
  /** Whether a message is among the shown ones. */
  isInView(message: string): boolean
  /** Shows a message and gives what stands around it. Throws `not-found`. */
  around(message: string, limit: number): MessagePage & { conversation: string }
  /** The last `limit` messages that a message follows, oldest first, and how many exchanges with a reply there are in all. */
  before(message: string, limit: number): { messages: Message[]; exchanges: number }
  /** As `before`, for a question yet to be asked; null = in a new conversation. */
  beforeNext(conversation: string | null, limit: number): { messages: Message[]; exchanges: number }
  /** Every message in the order in which they came, every version. */
  all(conversation: string): Message[]
  /** The message that a trace was made for first, as written since then. */
  ofTrace(trace: string): Message | null
  /** Whether a question was asked about this file. */
  isAttached(path: string): boolean
  /** Throws `not-found`. */
  showVersion(message: string, number: number): void
  search(query: string, limit: number): MessageHit[]
  /** Empty = back to the first words. Throws `not-found`. */
  rename(conversation: string, title: string): void
  pin(conversation: string, isPinned: boolean): void
  /** Hides it until this process restores or removes it, or has ended. Throws `not-found`. */
  delete(conversation: string): void
  /** Throws `not-found` when it is gone for good. */
  restore(conversation: string): void
  /** Of `null`, the composer of a new conversation. */
  draft(conversation: string | null): string
  /** Empty = none. True when there was none before and is now, or the other way round. Throws `not-found`. */
  saveDraft(conversation: string | null, text: string): boolean
}

const onlyThis: Processes = { processId: 'here', isAlive: (id) => id === 'here' }

/** @param processes the opened store; left out, every process but this one counts as ended */
export function createConversations(
  db: Db,
  clock: Pick<Clock, 'now'>,
  { processes = onlyThis, random }: { processes?: Processes; random?: RandomInt } = {},
): Conversations {
  const parts: ConversationParts = { db, clock, processes, random }
  const get = (id: string) => selectConversations(db, 'AND c.id = ?', id)[0] ?? null
  const demand = (id: string) => get(id) ?? thrown(noConversation(id))
  const change = (id: string, sql: string, ...values: (string | number | null)[]) => {
    const statement = `UPDATE conversations SET ${sql} WHERE id = ? AND deleted_at_ms IS NULL`
    const { changes } = writeTransaction(db, () => db.prepare(statement).run(...values, id))
    if (changes === 0) throw noConversation(id)
  }
  const last = (seqs: readonly number[], limit: number) => ({
    messages: messagesAt(db, seqs.slice(-limit)),
    exchanges: countExchanges(db, seqs),
  })
  return {
    ...askingOf(parts, demand),
    ...writingOf(parts),
    get,
    list: (limit = -1) =>
      selectConversations(db, 'ORDER BY c.pinned DESC, c.changed_at_ms DESC, c.rowid DESC LIMIT ?', limit),
    message: (id) => visible(db, id),
    messages: (conversation, limit) =>
      get(conversation) === null ? [] : messagesAt(db, shownSeqs(db, conversation).slice(-limit)),
    lastMessage(conversation) {
      const last = lastShown(db, conversation)
      return last === null ? null : findMessage(db, last)
    },
    page: (conversation, page) => pageAt(db, demand(conversation).id, page),
    isInView: (message) => hiddenUpTo(db, message).length === 0,
    around: (message, limit) => pageAround(db, demandMessage(db, message), limit),
    before: (message, limit) => last(seqsUpTo(db, message).slice(0, -1), limit),
    beforeNext: (conversation, limit) =>
      last(conversation === null ? [] : shownSeqs(db, conversation), limit),
    all(conversation) {
      const seqs = db.prepare('SELECT seq FROM messages WHERE conversation_id = ?').pluck().all(conversation)
      return messagesAt(db, z.array(z.int()).parse(seqs))
    },
    ofTrace(trace) {
      const id = db
        .prepare('SELECT id FROM messages WHERE trace_id = ? ORDER BY seq LIMIT 1')
        .pluck()
        .get(trace)
      return typeof id === 'string' ? findMessage(db, id) : null
    },
    isAttached: (path) =>
      db.prepare("SELECT 1 FROM messages WHERE attachment ->> 'path' = ?").get(path) !== undefined,
    showVersion(id, number) {
      const version = versionOf(db, demandMessage(db, id), number)
      if (version === null) throw noMessage(`version ${number}`)
      writeTransaction(db, () => show(db, version))
    },
    search: (query, limit) => searchMessages(db, query, limit),
    rename: (id, title) => change(id, 'title = ?', title.trim() === '' ? null : title.trim()),
    pin: (id, isPinned) => change(id, 'pinned = ?', isPinned ? 1 : 0),
    delete: (id) => change(id, 'deleted_at_ms = ?, deleted_by = ?', clock.now(), processes.processId),
    restore(id) {
      const sql = 'UPDATE conversations SET deleted_at_ms = NULL, deleted_by = NULL WHERE id = ?'
      if (writeTransaction(db, () => db.prepare(sql).run(id)).changes === 0) throw noConversation(id)
    },
    draft: (conversation) => readDraft(db, conversation),
    saveDraft(conversation, text) {
      if (conversation !== null) demand(conversation)
      return writeDraft(db, conversation, text, clock.now())
    },
  }
}
