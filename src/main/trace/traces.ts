import { z } from 'zod'
import { PixieError } from '../../shared/errors.ts'
import type { Ledger } from '../../shared/ledger.ts'
import type { Clock } from '../../shared/time.ts'
import type { TokenCounts, Turn } from '../../shared/turn.ts'
import { LedgerShape, TokensShape, TurnShape } from '../../shared/turn-shape.ts'
import { isoTime } from '../iso-time.ts'
import type { Db } from '../store/database.ts'
import { makeId, type RandomInt } from '../store/ids.ts'
import { jsonText, parseRow } from '../store/rows.ts'
import { eraseTransaction, writeTransaction } from '../store/writers.ts'

/** Older traces than the newest so many are deleted when a turn starts: a trace is some 50 kB. */
export const tracesKept = 500

const ErrorShape = z.object({ code: z.string(), message: z.string() })

const SessionRow = z.object({
  role: z.string(),
  tag: z.string(),
  instructions: z.string(),
  tools: jsonText(z.array(z.object({ name: z.string(), schema: z.json() }))),
  input: z.string(),
  output: z.string(),
  transcript: z.string(),
  tokens: jsonText(TokensShape),
  ms: z.int(),
  error: jsonText(ErrorShape).nullable(),
  started_ms: z.int().nullable(),
  ledger: jsonText(LedgerShape).nullable(),
})

const TraceRow = z.object({
  id: z.string(),
  question: z.string(),
  started_at_ms: z.int(),
  turn_end: z.string().nullable(),
})

const LastRow = z.object({ id: z.string(), question: z.string(), ledger: jsonText(LedgerShape).nullable() })

const TurnRow = z.object({
  id: z.string(),
  question: z.string(),
  conversation_id: z.string().nullable(),
  turn: jsonText(TurnShape).nullable(),
})

/** One session of the model, as the command line prints it. */
export interface TraceSession {
  readonly role: string
  /** `planner`, `l2`, `l3.<tool>.<step>`, `answer`. */
  readonly tag: string
  readonly instructions: string
  readonly tools: readonly { readonly name: string; readonly schema: unknown }[]
  readonly input: string
  readonly output: string
  /** The exact text the model was given and produced, control tokens visible. */
  readonly transcript: string
  readonly tokens: TokenCounts
  readonly ms: number
  readonly error: { readonly code: string; readonly message: string } | null
  /** When its work began, in ms after the turn's. Sessions of older versions have none. */
  readonly startedMs?: number
  /** Its tokens by part. Sessions of older versions have none. */
  readonly ledger?: Ledger
}

export interface Trace {
  readonly id: string
  readonly question: string
  /** ISO 8601 with offset. */
  readonly startedAt: string
  /** In the order in which they started. */
  readonly sessions: readonly TraceSession[]
}

export interface ListedTrace {
  readonly trace: Trace
  /** Why the turn ended; null when it never came to an end. */
  readonly end: string | null
}

/** A turn that came to its end, as it was asked and as it came out. */
export interface TracedTurn {
  readonly id: string
  readonly question: string
  /** Null when it belonged to none. */
  readonly conversation: string | null
  readonly turn: Turn
}

/** What the tokens of a turn were spent on. */
export interface LedgerOfTurn {
  readonly trace: string
  readonly question: string
  readonly ledger: Ledger
}

/** Traces are written while a turn runs, so that one that fails or is killed still shows what happened until then. */
export interface Traces {
  /** Gives the new trace's id. */
  start(turn: { question: string; conversation: string | null }): string
  /** Writes the session that started as number `position` (from 0) as it is now; again with more of it replaces it. */
  putSession(trace: string, position: number, session: TraceSession): void
  /** Keeps what came out of the turn. */
  finish(trace: string, turn: Turn): void
  /** Newest first. */
  list(limit: number): ListedTrace[]
  /** By id or a beginning that only one trace has. Throws `not-found`, and `invalid-input` when several have it. */
  get(idOrPrefix: string): Trace
  /** The turn of a trace. Throws like `get`, and `invalid-input` when it never came to an end. */
  turn(idOrPrefix: string): TracedTurn
  /** Of the newest turn that came to its end; null when there is none, or it is from a version that kept no ledger. */
  lastLedger(): LedgerOfTurn | null
  /** Deletes all but those of answers that are being written, from the files too, and gives how many. */
  deleteAll(): number
}

/** A turn that was killed never came to an end. An answer says whose trace it has only some time after its turn began. */
const deleteEnded = `DELETE FROM traces WHERE turn IS NOT NULL OR NOT EXISTS (
  SELECT 1 FROM messages m WHERE m.runner IS NOT NULL AND m.conversation_id = traces.conversation_id
    AND (m.trace_id IS NULL OR m.trace_id = traces.id)
)`

const traceColumns = "id, question, started_at_ms, json_extract(turn, '$.end') AS turn_end"

export function createTraces(db: Db, clock: Clock, random?: RandomInt): Traces {
  const toListed = (raw: unknown): ListedTrace => {
    const { id, question, started_at_ms, turn_end } = parseRow('traces', TraceRow, raw)
    const startedAt = isoTime(started_at_ms, clock.zone)
    return { trace: { id, question, startedAt, sessions: selectSessions(db, id) }, end: turn_end }
  }
  return {
    start({ question, conversation }) {
      const id = makeId(clock, random)
      const sql = 'INSERT INTO traces (id, question, started_at_ms, conversation_id) VALUES (?, ?, ?, ?)'
      writeTransaction(db, () => {
        db.prepare(sql).run(id, question, clock.now(), conversation)
        dropOldest(db)
      })
      return id
    },
    putSession: (trace, position, session) =>
      writeTransaction(db, () => upsert(db, trace, position, session)),
    finish(trace, turn) {
      const json = JSON.stringify(turn)
      writeTransaction(db, () => db.prepare('UPDATE traces SET turn = ? WHERE id = ?').run(json, trace))
    },
    list: (limit) =>
      db.prepare(`SELECT ${traceColumns} FROM traces ORDER BY rowid DESC LIMIT ?`).all(limit).map(toListed),
    get: (idOrPrefix) => toListed(findOne(db, idOrPrefix)).trace,
    turn(idOrPrefix) {
      const found = parseRow('traces', TraceRow, findOne(db, idOrPrefix))
      return selectTurn(db, found.id)
    },
    lastLedger() {
      const sql = `SELECT id, question, json_extract(turn, '$.ledger') AS ledger FROM traces
                   WHERE turn IS NOT NULL ORDER BY rowid DESC LIMIT 1`
      const raw = db.prepare(sql).get()
      if (raw === undefined) return null
      const { id, question, ledger } = parseRow('traces', LastRow, raw)
      return ledger === null ? null : { trace: id, question, ledger }
    },
    deleteAll: () => eraseTransaction(db, () => db.prepare(deleteEnded).run().changes),
  }
}

/** By the order in which they came, not by their time: the clock of a profile may stand still. */
function dropOldest(db: Db): void {
  db.prepare(
    'DELETE FROM traces WHERE rowid NOT IN (SELECT rowid FROM traces ORDER BY rowid DESC LIMIT ?)',
  ).run(tracesKept)
}

const sessionColumns =
  'role, tag, instructions, tools, input, output, transcript, tokens, ms, error, started_ms, ledger'

function selectSessions(db: Db, trace: string): TraceSession[] {
  return db
    .prepare(`SELECT ${sessionColumns} FROM trace_sessions WHERE trace_id = ? ORDER BY position`)
    .all(trace)
    .map((row) => {
      const { started_ms, ledger, ...session } = parseRow('trace_sessions', SessionRow, row)
      return {
        ...session,
        ...(started_ms === null ? {} : { startedMs: started_ms }),
        ...(ledger === null ? {} : { ledger }),
      }
    })
}

function upsert(db: Db, trace: string, position: number, session: TraceSession): void {
  db.prepare(
    `INSERT OR REPLACE INTO trace_sessions (trace_id, position, ${sessionColumns})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    trace,
    position,
    session.role,
    session.tag,
    session.instructions,
    JSON.stringify(session.tools),
    session.input,
    session.output,
    session.transcript,
    JSON.stringify(session.tokens),
    Math.round(session.ms),
    session.error === null ? null : JSON.stringify(session.error),
    session.startedMs === undefined ? null : Math.round(session.startedMs),
    session.ledger === undefined ? null : JSON.stringify(session.ledger),
  )
}

function selectTurn(db: Db, trace: string): TracedTurn {
  const row = parseRow(
    'traces',
    TurnRow,
    db.prepare('SELECT id, question, conversation_id, turn FROM traces WHERE id = ?').get(trace),
  )
  if (row.turn !== null)
    return { id: row.id, question: row.question, conversation: row.conversation_id, turn: row.turn }
  throw new PixieError('invalid-input', {
    what: 'This turn never came to an end, so there is nothing to compare with',
    value: trace,
    hint: 'Ask the question again.',
    command: 'pixie ask',
  })
}

function findOne(db: Db, idOrPrefix: string): unknown {
  const [first, second] = db
    .prepare(
      `SELECT ${traceColumns} FROM traces
       WHERE substr(id, 1, length(?)) = ? ORDER BY id <> ? LIMIT 2`,
    )
    .all(idOrPrefix, idOrPrefix, idOrPrefix)
  if (first === undefined || idOrPrefix === '') {
    throw new PixieError('not-found', {
      what: 'There is no such trace',
      value: idOrPrefix,
      hint: `The newest ${tracesKept} are kept.`,
      command: 'pixie trace list',
    })
  }
  if (second === undefined || parseRow('traces', TraceRow, first).id === idOrPrefix) return first
  throw new PixieError('invalid-input', {
    what: 'Several traces begin like this',
    value: idOrPrefix,
    hint: 'Give more of the id.',
    command: 'pixie trace list',
  })
}
