/** How fast the app lets go: of a run that is stopped, and of everything when it is quit. */
import { once } from 'node:events'
import type { Page } from 'playwright-core'
import { chatPage } from '../e2e/pages/chat.ts'
import type { RunningApp } from './app-run.ts'
import type { Figure } from './figures.ts'
import { median } from './times.ts'

const stops = 5
/** Long enough for any model to be in the middle of its work. */
const intoRunMs = 400
const question = 'What is my passport number?'
const letGoKey = 'pixieBenchLetGo'

/**
 * Notes how long after the next click no run is under way, and then until a further question is at work on the engine
 * (that one is stopped too).
 */
async function watchStop(page: Page): Promise<void> {
  await page.evaluate(
    ([name, text]) => {
      interface Answered {
        readonly value?: { readonly run?: string } & readonly unknown[]
      }
      const pixie = Reflect.get(window, 'pixie') as {
        call(name: string, params: object): Promise<Answered>
        onEvent(listen: (frame: { readonly name: string; readonly payload: unknown }) => void): () => void
      } // the preload script's
      const seen = { overMs: 0, freeMs: 0 }
      Reflect.set(window, name, seen)
      const begun = (run: string) =>
        new Promise<void>((resolve) => {
          const end = pixie.onEvent(({ name: event, payload }) => {
            const batch = payload as { readonly run?: string; readonly events?: readonly { type: string }[] } // of `chat.run`
            if (event !== 'chat.run' || batch.run !== run) return
            if (batch.events?.some(({ type }) => type === 'run-start') !== true) return
            end()
            resolve()
          })
        })
      const follow = async (since: number) => {
        while (((await pixie.call('chat.running', {})).value ?? []).length > 0);
        seen.overMs = performance.now() - since
        const next = { conversation: null, question: text, attachment: null }
        const run = (await pixie.call('chat.send', next)).value?.run ?? ''
        await begun(run)
        seen.freeMs = performance.now() - since
        await pixie.call('chat.stop', { run })
      }
      addEventListener('pointerup', ({ timeStamp }) => void follow(timeStamp), { capture: true, once: true })
    },
    [letGoKey, question] as const,
  )
}

async function askAndWait(page: Page): Promise<void> {
  const chat = chatPage(page)
  await chat.ask(question)
  await chat.stop.waitFor()
  await page.waitForTimeout(intoRunMs)
}

export async function measureStop({ page }: RunningApp): Promise<Figure[]> {
  const times: { overMs: number; freeMs: number }[] = []
  for (let run = 0; run < stops; run += 1) {
    await askAndWait(page)
    await watchStop(page)
    await chatPage(page).stop.click()
    const seen = await page.waitForFunction((name) => {
      const times = Reflect.get(window, name) as { overMs: number; freeMs: number } // set by `watchStop`
      return times.freeMs > 0 ? times : null
    }, letGoKey)
    times.push((await seen.jsonValue()) ?? { overMs: Number.NaN, freeMs: Number.NaN })
    await chatPage(page).stop.waitFor({ state: 'detached' })
  }
  return [
    { id: 'app.stop', value: median(times.map(({ overMs }) => overMs)) },
    { id: 'app.stop.free', value: Math.max(...times.map(({ freeMs }) => freeMs)) },
  ]
}

export async function measureQuit({ app, page }: RunningApp): Promise<Figure[]> {
  await askAndWait(page)
  const child = app.process()
  const gone = once(child, 'exit')
  const asked = performance.now()
  child.kill('SIGTERM')
  await gone
  return [{ id: 'app.quit', value: performance.now() - asked }]
}
