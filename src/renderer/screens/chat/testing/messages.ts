/** Small builders of what main sends. */

import type { z } from 'zod'
import type { ChatMessage } from '../../../../shared/contract/conversations.ts'
import type { Source } from '../../../../shared/turn.ts'
import type { TurnShape } from '../../../../shared/turn-shape.ts'

type Turn = z.output<typeof TurnShape>

export function question(id: string, text: string, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    role: 'user',
    text,
    version: { number: 1, count: 1 },
    createdAtMs: 1_800_000_000_000,
    attachment: null,
    sources: [],
    plan: null,
    pills: [],
    notices: [],
    end: null,
    error: null,
    trace: null,
    ms: null,
    tokens: null,
    ...more,
  }
}

export function answer(id: string, text: string, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    ...question(id, text),
    role: 'assistant',
    end: 'answered',
    trace: `trace-of-${id}`,
    ms: 7800,
    tokens: { evaluated: 612, reused: 540, generated: 40 },
    ...more,
  }
}

export function turn(text: string, more: Partial<Turn> = {}): Turn {
  return {
    answer: text,
    mode: 'plan',
    end: 'answered',
    replanned: false,
    plan: null,
    dispatches: [],
    sources: [],
    tokens: { evaluated: 612, reused: 540, generated: 40, byRole: {} },
    ms: 7800,
    model: 'toy',
    conversation: 'c1',
    trace: 't1',
    ...more,
  }
}

export function fileSource(more: Partial<Source> = {}): Source {
  return {
    kind: 'file',
    id: 'f1',
    title: 'boiler-service-2026.pdf',
    path: '/home/mara/House/boiler-service-2026.pdf',
    location: 'page 1',
    quote: 'Next service due 12 September 2027.',
    ...more,
  }
}

/** A page of `conversations.messages`, as main cuts it. */
export function pageOf(
  all: readonly ChatMessage[],
  { before, after, limit }: { before: string | null; after?: string | undefined; limit: number },
) {
  const placeOf = (message: string) => all.findIndex(({ id }) => id === message)
  const end = before === null ? all.length : placeOf(before)
  const from = after === undefined ? Math.max(0, end - limit) : placeOf(after) + 1
  const to = after === undefined ? end : from + limit
  return { messages: all.slice(from, to), hasEarlier: from > 0, hasLater: to < all.length }
}

/** `conversations.around`, as main cuts it. */
export function pageAround(
  all: readonly ChatMessage[],
  { message, limit }: { message: string; limit: number },
) {
  const at = all.findIndex(({ id }) => id === message)
  const from = Math.max(0, at - Math.floor(limit / 2))
  const to = from + limit
  return {
    conversation: 'c1',
    messages: all.slice(from, to),
    hasEarlier: from > 0,
    hasLater: to < all.length,
  }
}
