/** From the click on a long conversation to its last message on the screen. */
import type { Page } from 'playwright-core'
import { chatPage } from '../e2e/pages/chat.ts'
import type { Figure } from './figures.ts'
import { median } from './times.ts'

const runs = 5
const openedKey = 'pixieBenchOpened'

/** Notes when the last message is drawn within the window, from the click that is to come. */
async function watchOpening(page: Page, lastText: string): Promise<void> {
  await page.evaluate(
    ([name, text]) => {
      const seen: { ms: number | null } = { ms: null }
      Reflect.set(window, name, seen)
      const isVisible = () => {
        const last = [...document.querySelectorAll('[aria-label="Answer"]')].at(-1)
        if (last?.textContent?.includes(text) !== true) return false
        const { top, bottom } = last.getBoundingClientRect()
        return bottom > 0 && top < innerHeight
      }
      addEventListener(
        'pointerup',
        ({ timeStamp }) => {
          const look = () => {
            if (!isVisible()) return void requestAnimationFrame(look)
            const channel = new MessageChannel()
            channel.port1.onmessage = () => {
              seen.ms = performance.now() - timeStamp
            }
            channel.port2.postMessage(null)
          }
          requestAnimationFrame(look)
        },
        { capture: true, once: true },
      )
    },
    [openedKey, lastText] as const,
  )
}

/** Each time in a page that was loaded anew, so that it has nothing of the conversation. It stays open. */
export async function measureOpening(page: Page, title: string, lastText: string): Promise<Figure[]> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    await page.reload()
    const row = page.getByRole('button', { name: title, exact: true })
    await row.waitFor()
    // What the window reads after its start is not part of opening.
    await page.waitForTimeout(2500)
    await watchOpening(page, lastText)
    await row.click()
    await chatPage(page).lastAnswer.getByText(lastText).waitFor()
    const opened = await page.waitForFunction(
      (name) => (Reflect.get(window, name) as { ms: number | null }).ms, // set by `watchOpening`
      openedKey,
    )
    times.push(Number(await opened.jsonValue()))
  }
  return [
    { id: 'app.open', value: median(times) },
    { id: 'app.open.best', value: Math.min(...times) },
  ]
}
