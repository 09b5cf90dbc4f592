/** From a key to what it changes on the screen. Times are taken in the page: from the key's own time to after the frame. */
import type { Page } from 'playwright-core'
import { chatPage } from '../e2e/pages/chat.ts'
import type { Figure } from './figures.ts'
import { within } from './times.ts'

const keyCount = 60
const priceWaitMs = 2000
/** A fast typist: 200 words a minute. */
const fastKeyMs = 60
/** Every digit is a token to most models, so that each key changes the price. */
const digit = (n: number) => String((n * 7) % 10)

interface KeyTimes {
  readonly at: number
  drawnMs: number | null
  pricedMs: number | null
}

/** Where the page keeps what it saw. */
const seenKey = 'pixieBenchKeys'

/** Watches the composer that is shown. */
async function watchKeys(page: Page): Promise<void> {
  await page.evaluate((name) => {
    const keys: KeyTimes[] = []
    Reflect.set(window, name, keys)
    const field = document.querySelector('textarea[aria-label="Your question"]')
    const price = document.getElementById(field?.getAttribute('aria-describedby') ?? '')
    if (field === null || price === null) throw new Error('The composer or its price is not there.')
    const whenDrawn = (key: KeyTimes | undefined, what: 'drawnMs' | 'pricedMs') => {
      if (key === undefined) return
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => {
          key[what] ??= performance.now() - key.at
        }
        channel.port2.postMessage(null)
      })
    }
    addEventListener(
      'keydown',
      ({ timeStamp }) => void keys.push({ at: timeStamp, drawnMs: null, pricedMs: null }),
      true,
    )
    field.addEventListener('input', () => whenDrawn(keys.at(-1), 'drawnMs'))
    const observer = new MutationObserver(() => whenDrawn(keys.at(-1), 'pricedMs'))
    observer.observe(price, { childList: true, characterData: true, subtree: true })
  }, seenKey)
}

const newest = (page: Page) =>
  page.evaluate((name) => (Reflect.get(window, name) as KeyTimes[]).at(-1) ?? null, seenKey) // set just above

const all = (page: Page) => page.evaluate((name) => Reflect.get(window, name) as KeyTimes[], seenKey) // set just above

async function untilPriced(page: Page): Promise<void> {
  const end = Date.now() + priceWaitMs
  while (Date.now() < end && (await newest(page))?.pricedMs === null) await page.waitForTimeout(20)
}

/** In the conversation that is open. The model's own tokens are counted from the first key on. */
export async function measureTyping(page: Page): Promise<Figure[]> {
  const { composer } = chatPage(page)
  await composer.fill('Which of these numbers is it? ')
  await page.getByText(/^\d+ tokens? · .* left/).waitFor({ timeout: 60_000 })
  await watchKeys(page)
  await composer.focus()
  await composer.press('End')
  for (let n = 0; n < keyCount; n += 1) {
    await page.keyboard.press(digit(n))
    await untilPriced(page)
  }
  const slow = await all(page)
  await composer.press('End')
  for (let n = 0; n < keyCount; n += 1) {
    await page.keyboard.press(digit(n))
    await page.waitForTimeout(fastKeyMs)
  }
  await untilPriced(page)
  const fast = (await all(page)).slice(-keyCount)
  const priced = slow.slice(-keyCount).map(({ pricedMs }) => pricedMs)
  return [
    ...typingFigures('app.price', priced),
    ...typingFigures(
      'app.key',
      fast.map(({ drawnMs }) => drawnMs),
    ),
  ]
}

/** @param times null: it never came, and is counted as the longest wait */
export function typingFigures(id: 'app.price' | 'app.key', times: readonly (number | null)[]): Figure[] {
  const known = times.map((time) => time ?? priceWaitMs)
  return [
    { id, value: within(0.5, known) },
    { id: `${id}.most`, value: within(0.95, known) },
  ]
}
