import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { type ModelServer, startModelServer } from '../src/main/model/testing/model-server.ts'
import { catalogOf, tinyEntry } from '../src/main/model/testing/tiny-model.ts'
import { writeToyModel } from '../src/main/model/toy-gguf.ts'
import { expect, test } from './fixtures.ts'
import { firstScreen } from './launch.ts'

test.use({ profileKind: 'empty' })
// Models are really fetched and loaded here.
test.describe.configure({ timeout: 90_000 })

interface Scene {
  readonly server: ModelServer
  /** A model that the engine really loads, and nothing else that could be fetched. */
  readonly toy: string
  readonly launch: { readonly script: null; readonly env: Readonly<Record<string, string>> }
}

/** A server on this machine with a model that comes in sixty pieces. */
async function setUp(folder: string): Promise<Scene> {
  const toy = join(folder, 'toy.gguf')
  await writeToyModel(toy, { says: ['I ', 'am ', 'the ', 'toy.'] })
  const file = readFileSync(toy)
  const server = await startModelServer({ file, drip: { bytes: Math.ceil(file.length / 60), ms: 60 } })
  const entry = tinyEntry(file, {
    id: 'toy',
    name: 'Toy Model',
    license: 'MIT',
    sources: [{ type: 'https', url: server.url }],
  })
  const catalog = join(folder, 'catalog.json')
  writeFileSync(catalog, JSON.stringify(catalogOf(entry)))
  mkdirSync(join(folder, 'House'))
  writeFileSync(
    join(folder, 'House', 'boiler-service-2026.txt'),
    'Next service due 12 September 2027. Cost EUR 145.80.',
  )
  return {
    server,
    toy,
    launch: { script: null, env: { PIXIE_MODEL_CATALOG: catalog, PIXIE_THREADS: '1' } },
  }
}

/** The owner picks this in the next dialogs. */
async function pick(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, path)
}

const begin = (page: Page) => page.getByRole('button', { name: 'Download', exact: true }).click()

test('a model is fetched through a pause and a restart, a folder granted, and a question asked', async ({
  launch,
  folder,
}) => {
  const { server, launch: options } = await setUp(folder)
  const first = await launch(options)
  let page = await firstScreen(first)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Everything you ask stays on this')
  await expect(page.getByText(/Toy Model · \d+ kB · MIT · about/)).toBeVisible()
  expect(server.requests).toHaveLength(0)
  await begin(page)
  await expect(page.getByText(/MB\/s · \d+ s left/)).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText(/^Paused · /)).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await first.close()

  const app = await launch(options)
  page = await firstScreen(app)
  await expect(page.getByText('Toy Model · on this')).toBeVisible({ timeout: 30_000 })
  expect(server.requests.slice(1).every(({ range }) => /^bytes=\d+-$/.test(range ?? ''))).toBe(true)
  await pick(app, join(folder, 'House'))
  await page.getByRole('button', { name: 'Choose folders…' }).click()
  await expect(page.getByText('House · 1 file read')).toBeVisible()
  await page.getByRole('button', { name: 'What is in boiler-service-2026.txt?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What is in boiler-service-2026.txt?')
  await expect(page.getByRole('button', { name: /^Model: Toy Model, on this/ })).toBeVisible()
  await server.close()
})

test('left for later, everything but answering is there, also after a restart', async ({
  launch,
  folder,
}) => {
  const { server, launch: options } = await setUp(folder)
  const first = await launch(options)
  let page = await firstScreen(first)
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(page.getByRole('button', { name: 'Model: No model yet' })).toBeVisible()
  await first.close()
  page = await firstScreen(await launch(options))
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.getByRole('button', { name: 'Model: No model yet' }).click()
  await expect(page.getByText('Answers need one.')).toBeVisible()
  expect(server.requests).toHaveLength(0)
  await server.close()
})

test('a server that is not there is told in a sentence, and the download goes on when it is back', async ({
  launch,
  folder,
}) => {
  const { server, launch: options } = await setUp(folder)
  let isDown = true
  server.behaviour.instead = (_, response) => {
    if (isDown) response.writeHead(404).end()
    return isDown
  }
  const page = await firstScreen(await launch(options))
  await begin(page)
  await expect(page.getByRole('alert')).toContainText('The model is not there any more')
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Toy Model · on this')).toBeVisible({ timeout: 30_000 })
  await server.close()
})

test('a file of the owner’s own is tried, used without a restart, and another one refused by name', async ({
  launch,
  folder,
}) => {
  const { server, toy, launch: options } = await setUp(folder)
  const own = join(folder, 'My own.gguf')
  const letter = join(folder, 'letter.gguf')
  copyFileSync(toy, own)
  writeFileSync(letter, 'Dear Mara')
  const app = await launch(options)
  const page = await firstScreen(app)
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByRole('button', { name: /^Model:/ }).click()
  await pick(app, letter)
  await page.getByRole('button', { name: 'Choose file…' }).click()
  await expect(page.getByRole('alert')).toContainText('letter.gguf')
  await pick(app, own)
  await page.getByRole('button', { name: 'Choose file…' }).click()
  await expect(page.getByRole('radio', { name: /^My own/ })).toBeChecked({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: /^Model: My own, on this/ })).toBeVisible()
  await server.close()
})
