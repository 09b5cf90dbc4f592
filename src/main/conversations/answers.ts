/** How questions and their answers come in, grow, end, and go for good. */
import { z } from 'zod'
import type { Clock } from '../../shared/time.ts'
import type { Source, TurnEnd } from '../../shared/turn.ts'
import type { Db, Store } from '../store/database.ts'
import { makeId, type RandomInt } from '../store/ids.ts'
import { parseRow } from '../store/rows.ts'
import { eraseTransaction, writeTransaction } from '../store/writers.ts'
import { type Conversation, touch } from './conversation-rows.ts'
import { removeDraft } from './drafts.ts'
import type { AnswerDetails, AttachedPath, Message, NewMessage } from './message.ts'
import { demandMessage } from './pages.ts'
import { notThis } from './refusals.ts'
import { findMessage, indexMessage, insertMessage, lastShown, showWithAncestors } from './tree.ts'

/** A question and the answer that is to be written. */
export interface Exchange {
  readonly conversation: string
  readonly question: Message
  readonly answer: Message
}

/** An answer as far as it has come. */
export interface PartialAnswer {
  readonly text: string
  readonly trace: string | null
  readonly details: AnswerDetails
}

export interface WholeAnswer extends PartialAnswer {
  readonly sources: readonly Source[]
  readonly end: TurnEnd
}

export interface Asking {
  create(): Conversation
  /** After the last of the shown messages. Durable when it returns. Throws `not-found`. */
  append(conversation: string, message: NewMessage): Message
  /**
   * A question after the last of the shown messages, and its answer, which belongs to this process until `finish`. Null
   * begins a conversation. Durable when it returns. Throws `not-found`.
   */
  ask(conversation: string | null, question: { text: string; attachment: AttachedPath | null }): Exchange
  /** A further version of an answer, or an answer to a question. Throws `not-found`, `invalid-input` when it is neither. */
  askAgain(message: string): Exchange
  /** A further version of a question in these words, with its attachment. Throws `not-found`, `invalid-input`. */
  askInstead(question: string, text: string): Exchange
}

export interface Writing {
  /** Brings an answer that is being written up to date. Does nothing for one that is whole or gone. */
  keep(answer: string, partial: PartialAnswer): void
  finish(answer: string, whole: WholeAnswer): void
  /** With its messages and traces, from the files too. False when there was none. */
  remove(id: string): boolean
  /** Marks answers whose process has ended as interrupted, and removes what ended processes had deleted. */
  recover(): void
}

export type Processes = Pick<Store, 'processId' | 'isAlive'>

export interface ConversationParts {
  readonly db: Db
  readonly clock: Pick<Clock, 'now'>
  readonly processes: Processes
  readonly random: RandomInt | undefined
}

/** Questions come in, each with the answer that is to be written. */
export function askingOf(
  { db, clock, processes, random }: ConversationParts,
  demand: (id: string) => Conversation,
): Asking {
  const insert = (
    { conversation, parent }: Pick<Message, 'conversation' | 'parent'>,
    message: NewMessage,
    runner: string | null = null,
  ) =>
    insertMessage(db, {
      ...message,
      conversation,
      parent,
      id: makeId(clock, random),
      createdAtMs: clock.now(),
      runner,
    })
  const answerTo = (question: Message): Exchange => {
    const { conversation } = question
    const answer = insert(
      { conversation, parent: question.id },
      { role: 'assistant', text: '' },
      processes.processId,
    )
    touch(db, conversation, clock.now())
    return { conversation, question, answer }
  }
  const create = (): Conversation => {
    const id = makeId(clock, random)
    const sql = 'INSERT INTO conversations (id, created_at_ms, changed_at_ms) VALUES (?, ?, ?)'
    writeTransaction(db, () => db.prepare(sql).run(id, clock.now(), clock.now()))
    return demand(id)
  }
  return {
    create,
    append: (id, message) =>
      writeTransaction(db, () => {
        const conversation = demand(id).id
        touch(db, conversation, clock.now())
        return insert({ conversation, parent: lastShown(db, conversation) }, message)
      }),
    ask: (id, question) =>
      writeTransaction(db, () => {
        const conversation = id === null ? create().id : demand(id).id
        const place = { conversation, parent: lastShown(db, conversation) }
        return answerTo(insert(place, { role: 'user', ...question }))
      }),
    askAgain: (id) =>
      writeTransaction(db, () => {
        const message = demandMessage(db, id)
        const question =
          message.role === 'user' || message.parent === null ? message : findMessage(db, message.parent)
        if (question?.role !== 'user') throw notThis('answer', id)
        showWithAncestors(db, question.id)
        return answerTo(question)
      }),
    askInstead: (id, text) =>
      writeTransaction(db, () => {
        const old = demandMessage(db, id)
        if (old.role !== 'user') throw notThis('question', id)
        if (old.parent !== null) showWithAncestors(db, old.parent)
        return answerTo(insert(old, { role: 'user', text, attachment: old.attachment }))
      }),
  }
}

/** Answers grow, end, and go for good in here. */
export function writingOf({ db, clock, processes }: ConversationParts): Writing {
  const update = (id: string, { text, trace, details }: PartialAnswer) =>
    db
      .prepare(
        `UPDATE messages SET text = ?, trace_id = ?, details = ? WHERE id = ? AND runner IS NOT NULL
         RETURNING seq, conversation_id`,
      )
      .get(text, trace, JSON.stringify(details), id)
  const remove = (id: string) =>
    eraseTransaction(db, () => {
      db.prepare(
        'DELETE FROM messages_index WHERE rowid IN (SELECT seq FROM messages WHERE conversation_id = ?)',
      ).run(id)
      removeDraft(db, id)
      return db.prepare('DELETE FROM conversations WHERE id = ?').run(id).changes > 0
    })
  return {
    keep: (id, partial) => void writeTransaction(db, () => update(id, partial)),
    finish: (id, whole) =>
      writeTransaction(db, () => {
        const row = update(id, whole)
        if (row === undefined) return
        const { seq, conversation_id } = parseRow('messages', Place, row)
        const sql = 'UPDATE messages SET turn_end = ?, sources = ?, runner = NULL WHERE seq = ?'
        db.prepare(sql).run(whole.end, JSON.stringify(whole.sources), seq)
        indexMessage(db, seq, whole.text)
        touch(db, conversation_id, clock.now())
      }),
    remove,
    recover() {
      const ended = (sql: string) =>
        Ids.parse(db.prepare(sql).pluck().all()).filter((id) => !processes.isAlive(id))
      const runners = ended('SELECT DISTINCT runner FROM messages WHERE runner IS NOT NULL')
      if (runners.length > 0) interrupt(db, runners)
      const deleters = ended('SELECT DISTINCT deleted_by FROM conversations WHERE deleted_by IS NOT NULL')
      for (const id of deleters.flatMap((deleter) => deletedBy(db, deleter))) remove(id)
    },
  }
}

const Ids = z.array(z.string())
const Place = z.object({ seq: z.int(), conversation_id: z.string() })
const Unfinished = z.object({ seq: z.int(), text: z.string() })

const deletedBy = (db: Db, process: string) =>
  Ids.parse(db.prepare('SELECT id FROM conversations WHERE deleted_by = ?').pluck().all(process))

function interrupt(db: Db, runners: readonly string[]): void {
  writeTransaction(db, () => {
    const sql =
      "UPDATE messages SET turn_end = 'interrupted', runner = NULL WHERE runner = ? RETURNING seq, text"
    for (const runner of runners)
      for (const { seq, text } of z.array(Unfinished).parse(db.prepare(sql).all(runner)))
        indexMessage(db, seq, text)
  })
}
