/** What the app takes of the memory besides the model. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ElectronApplication, Page } from 'playwright-core'
import { chatPage } from '../e2e/pages/chat.ts'
import { modelBytes } from './app-model.ts'
import { appMemory } from './app-processes.ts'
import type { RunningApp } from './app-run.ts'
import type { Figure, FigureId } from './figures.ts'

/** After the start, or a turn, has settled. */
const restMs = 5000
const pages = 400
const question = 'What is my passport number?'

const megabytes = (bytes: number) => bytes / 1e6

/** Files enough to keep the reader busy; gives the most that it took. */
async function readingPeak(app: ElectronApplication, page: Page, folder: string): Promise<number> {
  const many = join(folder, 'many')
  mkdirSync(many)
  for (let i = 0; i < pages; i += 1)
    writeFileSync(join(many, `page-${i}.html`), `<p>${`Sentence ${i} about gardens. `.repeat(400)}</p>`)
  await app.evaluate(({ dialog }, path) => {
    Object.assign(dialog, { showOpenDialog: async () => ({ canceled: false, filePaths: [path] }) })
  }, many)
  await page.evaluate(async () => {
    const { call } = Reflect.get(window, 'pixie') as { call(name: string, params: object): Promise<unknown> } // the preload script's
    await call('files.grant', {})
  })
  let peak = 0
  for (let look = 0; look < 60; look += 1) {
    peak = Math.max(peak, appMemory(app.process().pid ?? 0).helpers)
    await sleep(100)
  }
  return peak
}

/** @param modelPath the file that the running app answers with */
export async function measureMemory({ app, page, folder }: RunningApp, modelPath: string): Promise<Figure[]> {
  const main = app.process().pid ?? 0
  await sleep(restMs)
  const before = appMemory(main)
  await chatPage(page).ask(question)
  await chatPage(page).answers.last().and(page.locator('[aria-busy="false"]')).waitFor({ timeout: 600_000 })
  await sleep(restMs)
  const after = appMemory(main)
  const reader = await readingPeak(app, page, folder)
  const { file, cache } = await modelBytes(modelPath)
  const figure = (id: FigureId, bytes: number): Figure => ({ id, value: megabytes(bytes) })
  return [
    figure('app.memory', after.main + reader - file - cache),
    figure('app.memory.before', before.main),
    figure('app.memory.after', after.main),
    figure('app.memory.file', file),
    figure('app.memory.cache', cache),
    figure('app.memory.reader', reader),
    figure('app.memory.page', after.chromium),
  ]
}
