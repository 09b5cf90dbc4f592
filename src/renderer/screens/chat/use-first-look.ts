import { useEffect, useMemo, useState } from 'react'
import type { ChatMessage } from '../../../shared/contract/conversations.ts'

/** Enough to fill a window. */
const firstLook = 8
const furtherLook = 12

type Jump = { readonly message: string } | null

interface Look {
  readonly messages: readonly ChatMessage[]
  /** The last jump that arrived. */
  readonly jump: Jump
  /** What is looked at first; null = the end. */
  readonly anchor: string | null
  readonly size: number
}

/**
 * At first only what one looks at, the last messages or those around the one that was jumped to, so that it is there at
 * once; the others right after, a few at a time.
 */
export function useFirstLook(messages: readonly ChatMessage[], jump: Jump, isPlaceKept: boolean) {
  const [known, setKnown] = useState<Look>({
    messages: [],
    jump: null,
    anchor: null,
    size: jump === null && isPlaceKept ? Number.POSITIVE_INFINITY : firstLook,
  })
  const look = lookAt(known, messages, jump)
  if (look !== known) setKnown(look)
  const [from, to] = stretchOf(look)
  const isWhole = from === 0 && to === messages.length
  useEffect(() => {
    if (look.size === Number.POSITIVE_INFINITY || messages.length === 0) return
    const size = isWhole ? Number.POSITIVE_INFINITY : look.size + furtherLook
    const timer = setTimeout(() => setKnown((now) => ({ ...now, size })), 0)
    return () => clearTimeout(timer)
  }, [look.size, isWhole, messages.length])
  const shown = useMemo(() => (isWhole ? messages : messages.slice(from, to)), [isWhole, from, to, messages])
  return { messages: shown, isWhole, endsBefore: to < messages.length }
}

function lookAt(known: Look, messages: readonly ChatMessage[], jump: Jump): Look {
  const has = (list: readonly ChatMessage[], message: string) => list.some(({ id }) => id === message)
  if (jump !== null && jump !== known.jump && has(messages, jump.message)) {
    if (has(known.messages, jump.message)) return { ...known, messages, jump }
    return { messages, jump, anchor: jump.message, size: firstLook }
  }
  if (messages === known.messages) return known
  const before = new Set(known.messages.map(({ id }) => id))
  const isElsewhere = before.size > 0 && !messages.some(({ id }) => before.has(id))
  return isElsewhere ? { messages, jump: known.jump, anchor: null, size: firstLook } : { ...known, messages }
}

function stretchOf({ messages, anchor, size }: Look): [number, number] {
  const all = messages.length
  if (size === Number.POSITIVE_INFINITY) return [0, all]
  const place = anchor === null ? -1 : messages.findIndex(({ id }) => id === anchor)
  if (place === -1) return [Math.max(0, all - size), all]
  return [Math.max(0, place - size / 2), Math.min(all, place + size / 2)]
}
