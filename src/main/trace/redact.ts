/**
 * A trace that can be shown to others: its structure, tokens, times, tool names and Pixie's own texts stay, all else
 * becomes `[57 chars 3fa9c1d2]`. Equal texts get equal marks within one export. The hash has a fresh key each
 * time, so nobody can confirm a guess ("is it this passport number?") by hashing it.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { Trace, TraceSession } from './traces.ts'

export interface RedactOptions {
  /** Pixie's own texts (prompts, tool descriptions). Lines of them stay as they are; placeholders in them are never filled in. */
  readonly fixedTexts: readonly string[]
  /** For tests. */
  readonly key?: Buffer
}

/** What chat templates put around the text. A closed list: a person may type things that look like one. */
const controlTokens =
  /(<\|(?:im_start|im_end|endoftext|begin_of_text|end_of_text|start_header_id|end_header_id|eot_id)\|>|<\/?(?:bos|eos|start_of_turn|end_of_turn|tool_call|tool_response|tools|s)>)/
const roleNames = ['system', 'user', 'assistant', 'tool', 'model', 'ipython']
const keptSchemaKeys = new Set(['type', 'format'])

export function redactTrace(trace: Trace, { fixedTexts, key = randomBytes(32) }: RedactOptions): Trace {
  const toolNames = trace.sessions.flatMap((session) => session.tools.map((tool) => tool.name))
  const fixed = new Set(
    [...fixedTexts, ...roleNames, ...toolNames].flatMap((text) => text.split('\n').map(trimmed)),
  )
  const mark = (text: string) => {
    if (text === '') return ''
    return `[${Array.from(text).length} chars ${createHmac('sha256', key).update(text).digest('hex').slice(0, 8)}]`
  }
  const line = (text: string) => (fixed.has(trimmed(text)) ? text : mark(text))
  const lines = (text: string) =>
    text
      .split('\n')
      .map((one) =>
        one
          .split(controlTokens)
          .map((part) => (isControlToken(part) ? part : line(part)))
          .join(''),
      )
      .join('\n')
  return {
    id: trace.id,
    question: mark(trace.question),
    startedAt: trace.startedAt,
    sessions: trace.sessions.map((session) => redactSession(session, { mark, line, lines })),
  }
}

interface Redactors {
  mark(text: string): string
  line(text: string): string
  lines(text: string): string
}

function redactSession(session: TraceSession, { mark, line, lines }: Redactors): TraceSession {
  return {
    role: session.role,
    tag: session.tag,
    instructions: lines(session.instructions),
    tools: session.tools.map(({ name, schema }) => ({ name, schema: redactSchema(schema, line) })),
    input: mark(session.input),
    output: mark(session.output),
    transcript: lines(session.transcript),
    tokens: session.tokens,
    ms: session.ms,
    error: session.error && { code: session.error.code, message: mark(session.error.message) },
    ...(session.startedMs === undefined ? {} : { startedMs: session.startedMs }),
    ...(session.ledger === undefined ? {} : { ledger: session.ledger }),
  }
}

/** Descriptions and allowed values can name the owner's skills and folders. */
function redactSchema(value: unknown, line: (text: string) => string): unknown {
  if (typeof value === 'string') return line(value)
  if (Array.isArray(value)) return value.map((item) => redactSchema(item, line))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      keptSchemaKeys.has(key) ? item : redactSchema(item, line),
    ]),
  )
}

function isControlToken(text: string): boolean {
  return text !== '' && text.replace(controlTokens, '') === ''
}

function trimmed(text: string): string {
  return text.trim()
}
