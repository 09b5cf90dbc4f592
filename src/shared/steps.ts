/** Work that can rest between its steps, so that whoever runs it decides how long the rest of the program waits. */
export type Steps<T> = Generator<void, T>

/** Longest stretch without a rest: half of what is felt in a window that is drawn 60 times a second. */
const stretchMs = 8

/** All steps in one go. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** A turn of the event loop after each stretch of steps. One step that takes longer cannot be divided. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  let began = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - began < stretchMs) continue
    await new Promise<void>((resolve) => setTimeout(resolve, 0))
    began = performance.now()
  }
}
