/** Longest wait where no frames are drawn: a hidden window. */
const hiddenMs = 100

/** Runs `flush` once before the next frame, however often it is asked for. */
export function onceAFrame(flush: () => void): () => void {
  let isAsked = false
  return () => {
    if (isAsked) return
    isAsked = true
    const run = () => {
      if (!isAsked) return
      isAsked = false
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      flush()
    }
    const timer = setTimeout(run, hiddenMs)
    const frame = requestAnimationFrame(run)
  }
}
