import { expect, it } from 'vitest'
import { createGenerationLock } from './generation-lock.ts'

const forever = new AbortController().signal

it('serves waiters in the order in which they came', async () => {
  const lock = createGenerationLock()
  const seen: number[] = []
  await Promise.all(
    [30, 1, 10].map((ms, i) =>
      lock.run(forever, async () => {
        await new Promise((resolve) => setTimeout(resolve, ms))
        seen.push(i)
      }),
    ),
  )
  expect(seen).toEqual([0, 1, 2])
})

it('goes on after work that failed, and lets an aborted waiter go without running it', async () => {
  const lock = createGenerationLock()
  const stop = new AbortController()
  const first = lock.run(forever, () => Promise.reject(new Error('broken')))
  let ran = false
  const second = lock.run(stop.signal, async () => {
    ran = true
  })
  stop.abort()
  const third = lock.run(forever, async () => 'fine')
  await expect(first).rejects.toThrow('broken')
  await expect(second).rejects.toThrow()
  expect(await third).toBe('fine')
  expect(ran).toBe(false)
})
