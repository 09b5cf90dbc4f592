import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChatMessage } from '../../../shared/contract/conversations.ts'
import { type Reading, useChat } from './chat-services.ts'

/** This near to the end counts as being there. Pixels. */
const endPx = 24
/** Earlier or later messages are read when so little is left to scroll. Pixels. */
const soonPx = 800
const flashMs = 1_600

interface Options {
  readonly conversation: string
  readonly messages: readonly ChatMessage[]
  /** A message to go to; a new object goes there again. */
  readonly jump: { readonly message: string } | null
  readonly hasEarlier: boolean
  readonly hasLater: boolean
  loadEarlier(): Promise<void>
  loadLater(): Promise<void>
}

/** Where in a conversation one is: at its end, which is followed, or at a place, which is kept. */
export function useThreadScroll(options: Options) {
  const { conversation, messages, jump, hasEarlier, hasLater } = options
  const { readings } = useChat()
  const scroller = useRef<HTMLDivElement>(null)
  const column = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [flashed, setFlashed] = useState<string | null>(null)
  const at = useRef({
    follows: true,
    top: 0,
    reading: null as Reading | null,
    isPlaced: false,
    question: '',
    hadLater: false,
  })
  const loadMore = useLoadMore(options, scroller)

  const toEnd = useCallback(() => {
    at.current.follows = true
    const box = scroller.current
    if (box !== null) box.scrollTop = box.scrollHeight
    setIsAtEnd(true)
  }, [])

  const onScroll = useCallback(() => {
    const box = scroller.current
    if (box === null) return
    const now = at.current
    const isEnd = box.scrollHeight - box.clientHeight - box.scrollTop < endPx
    if (isEnd) now.follows ||= !hasLater
    else if (box.scrollTop < now.top) now.follows = false
    now.top = box.scrollTop
    now.reading = readingOf(box)
    setIsAtEnd(isEnd && !hasLater)
    loadMore()
  }, [hasLater, loadMore])

  // What grows while one is at the end is followed; nothing else moves what is read.
  useEffect(() => {
    const box = scroller.current
    const inner = column.current
    if (box === null || inner === null) return
    const observer = new ResizeObserver(() => {
      if (at.current.follows) box.scrollTop = box.scrollHeight
      else setIsAtEnd(box.scrollHeight - box.clientHeight - box.scrollTop < endPx)
    })
    observer.observe(inner)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(() => {
    const box = scroller.current
    const now = at.current
    if (box === null || messages.length === 0) return
    const question = messages.findLast(({ role }) => role === 'user')?.id ?? ''
    // The last of the messages that were loaded is a question of one's own only where it stands at the end.
    const isAsked = now.isPlaced && !hasLater && !now.hadLater && !['', question].includes(now.question)
    now.question = question
    now.hadLater = hasLater
    const isFirst = !now.isPlaced
    if (isFirst) {
      now.isPlaced = true
      now.reading = readings.get(conversation) ?? null
      now.follows = now.reading === null && jump === null && !hasLater
    } else if (isAsked) now.follows = true
    const { reading } = now
    if (now.follows) box.scrollTop = box.scrollHeight
    else if (reading !== null) keepInPlace(box, reading)
    now.top = box.scrollTop
    if (!isFirst || reading === null || jump !== null) return
    return whenDrawn(() => keepInPlace(box, reading))
  }, [messages, hasLater, conversation, readings, jump])

  /** Gone to and left again: it may come back among the messages without being gone to anew. */
  const done = useRef<typeof jump>(null)
  const hasTarget = jump !== null && messages.some(({ id }) => id === jump.message)
  useLayoutEffect(() => {
    const box = scroller.current
    if (box === null || jump === null || jump === done.current || !hasTarget) return
    at.current.follows = false
    const show = () => {
      messageElement(box, jump.message)?.scrollIntoView({ block: 'center' })
      at.current.reading = readingOf(box)
    }
    show()
    const end = whenDrawn(show)
    setFlashed(jump.message)
    const timer = setTimeout(() => {
      setFlashed(null)
      done.current = jump
    }, flashMs)
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [jump, hasTarget])

  useEffect(() => {
    const now = at.current
    return () => {
      if (now.follows || now.reading === null) readings.delete(conversation)
      else readings.set(conversation, now.reading)
    }
  }, [readings, conversation])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that came may still be too short to scroll
  useEffect(loadMore, [loadMore, messages, hasEarlier])
  return { scroller, column, onScroll, isAtEnd, flashed, toEnd }
}

/** Reads further messages when the end of those that are there is near; one read at a time. */
function useLoadMore(options: Options, scroller: RefObject<HTMLDivElement | null>): () => void {
  const newest = useRef(options)
  useEffect(() => {
    newest.current = options
  })
  const isLoading = useRef(false)
  return useCallback(() => {
    const box = scroller.current
    const { hasEarlier, hasLater, loadEarlier, loadLater, messages } = newest.current
    // Without a layout there is nothing to scroll to.
    if (box === null || isLoading.current || box.clientHeight === 0 || messages.length === 0) return
    const below = box.scrollHeight - box.clientHeight - box.scrollTop
    const load =
      hasEarlier && box.scrollTop < soonPx ? loadEarlier : hasLater && below < soonPx ? loadLater : null
    if (load === null) return
    isLoading.current = true
    void load().finally(() => {
      isLoading.current = false
    })
  }, [scroller])
}

/** Heights of what was not drawn yet are estimates; two frames later they are not. */
function whenDrawn(place: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    place()
    frame = requestAnimationFrame(place)
  })
  return () => cancelAnimationFrame(frame)
}

function messageElements(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('[data-message]')]
}

function messageElement(box: HTMLElement, message: string): HTMLElement | undefined {
  return messageElements(box).find((element) => element.dataset.message === message)
}

/** The first message of which something is seen. Messages stand in order, so it is found by halving. */
function readingOf(box: HTMLElement): Reading | null {
  const elements = messageElements(box)
  const edge = box.getBoundingClientRect().top
  let low = 0
  let high = elements.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    const bottom = elements[middle]?.getBoundingClientRect().bottom ?? 0
    if (bottom <= edge) low = middle + 1
    else high = middle
  }
  const first = elements[low]
  const message = first?.dataset.message
  return first === undefined || message === undefined
    ? null
    : { message, top: first.getBoundingClientRect().top - edge }
}

function keepInPlace(box: HTMLElement, { message, top }: Reading): void {
  const element = messageElement(box, message)
  if (element === undefined) return
  box.scrollTop += element.getBoundingClientRect().top - box.getBoundingClientRect().top - top
}
