import { type CompositionEvent, type KeyboardEvent, useRef } from 'react'
import { sends } from './core/composing.ts'

/** Enter sends; Shift+Enter and every Enter of an input method do not. For a text area. */
export function useSendKey(send: () => void) {
  const endedAtMs = useRef<number | null>(null)
  const isSend = (event: KeyboardEvent) => {
    const { key, shiftKey, keyCode, timeStamp } = event
    const { isComposing } = event.nativeEvent
    return sends({ key, shiftKey, keyCode, timeStamp, isComposing }, endedAtMs.current)
  }
  return {
    onCompositionEnd(event: CompositionEvent) {
      endedAtMs.current = event.timeStamp
    },
    onKeyUp() {
      endedAtMs.current = null
    },
    onKeyDown(event: KeyboardEvent) {
      if (!isSend(event)) return
      event.preventDefault()
      send()
    },
  }
}
