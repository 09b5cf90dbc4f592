// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Folder, Scan } from '../../../shared/contract/files.ts'
import type { ModelList, ModelStatus } from '../../../shared/contract/models.ts'
import { ApiProvider } from '../../api.ts'
import { useNavigation } from '../../navigation.ts'
import { createQueries } from '../../queries.ts'
import { createFakeApi } from '../../testing/fake-api.ts'
import { download, modelList, modelRow, modelStatus } from '../models/testing/model-data.ts'
import { FirstRunScreen } from './first-run-screen.tsx'

beforeEach(() => useNavigation.setState({ place: { screen: 'first-run' }, earlier: [], guard: null }))
afterEach(cleanup)

interface State {
  list: ModelList
  status: ModelStatus
  folders: Folder[]
  scan: Scan
}

const noScan: Scan = { isRunning: false, folder: null, seen: 0, name: '', error: null }
const folder = (name: string, indexed: number): Folder => ({
  path: `/${name}`,
  name,
  place: 'Home',
  indexed,
  skipped: 0,
  failed: 0,
  state: 'ready',
  readAtMs: 1,
})

function open(state: Partial<State> = {}) {
  const now: State = {
    list: modelList(),
    status: modelStatus(),
    folders: [],
    scan: noScan,
    ...state,
  }
  const done = () => ({})
  const api = createFakeApi({
    'app.info': () => ({
      version: '1.0.0',
      platform: 'darwin',
      here: 'this Mac',
      dataDir: '/profile',
      memoryBytes: 16 * 2 ** 30,
      zone: 'UTC',
      nowMs: 0,
      isSample: false,
    }),
    'models.list': () => now.list,
    'models.status': () => now.status,
    'models.examples': () => ['What is in passport.pdf?', 'When is <b>Choir</b>?', 'What day is it today?'],
    'models.start': done,
    'models.finish-first-run': done,
    'files.folders': () => ({ folders: now.folders, scan: now.scan }),
    'files.grant': () => ({ path: '/House', name: 'House', coveredBy: null }),
    'calendar.sources': () => [],
    'calendar.add': () => null,
    'conversations.save-draft': done,
    'chat.send': () => ({ run: 'r', conversation: 'c9', question: 'q', answer: 'a' }),
  })
  const show = (next: Partial<State>) => {
    Object.assign(now, next)
    api.emit('app.changed', { topics: ['models', 'grants', 'files'] })
  }
  render(
    <ApiProvider value={api}>
      <QueryClientProvider client={createQueries(api)}>
        <FirstRunScreen />
      </QueryClientProvider>
    </ApiProvider>,
  )
  const made = (name: string) => api.made.filter((call) => call.name === name).map(({ params }) => params)
  return { api, show, made, user: userEvent.setup() }
}

const place = () => useNavigation.getState().place
const withModel: Partial<State> = {
  list: modelList([modelRow({ state: 'ready' })]),
  status: modelStatus({ state: 'idle' }),
  folders: [folder('House', 214)],
}

describe('the first screen', () => {
  it('says what Pixie is, which model fits, and what fetching it takes, before anything is fetched', async () => {
    const { made, user } = open()
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Everything you ask stays on this Mac.' }),
    ).toBeDefined()
    const steps = within(screen.getByRole('list', { name: 'Three steps' }))
    expect(await steps.findByRole('heading', { name: 'A model that fits 16 GB' })).toBeDefined()
    expect(
      steps.getByText(/1\.12 GB · Apache-2\.0 · about 2 min at 10 MB\/s · from models\.example/),
    ).toBeDefined()
    expect(made('models.start')).toEqual([])
    await user.click(steps.getByRole('button', { name: 'Download' }))
    expect(made('models.start')).toEqual([{ model: 'medium', acceptsTerms: false }])
  })

  it('lets another model be chosen first', async () => {
    const models = [modelRow(), modelRow({ id: 'small', name: 'Small', isUsed: false, isRecommended: false })]
    const { made, user } = open({ list: modelList(models) })
    await user.click(await screen.findByRole('button', { name: 'choose another' }))
    await user.click(screen.getByRole('radio', { name: /^Small/ }))
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(made('models.start')).toEqual([{ model: 'small', acceptsTerms: false }])
  })

  it('shows the download, and goes on to the folders meanwhile', async () => {
    const { made, user } = open({ status: modelStatus({ download: download() }) })
    expect(await screen.findByText('693 MB of 1.12 GB · 11 MB/s · 39 s left')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Choose folders…' }))
    expect(made('files.grant')).toEqual([{}])
  })

  it('says which folders were granted and how far it is with reading them', async () => {
    const { api, show } = open()
    await screen.findByRole('button', { name: 'Choose folders…' })
    const scan: Scan = { ...noScan, isRunning: true, seen: 3 }
    show({ folders: [folder('Documents', 0)], scan })
    expect(await screen.findByText('Documents')).toBeDefined()
    api.emit('files.progress', { ...scan, seen: 1320 })
    expect(await screen.findByText('Reading… 1,320 files so far')).toBeDefined()
    show({ folders: [folder('Documents', 1300), folder('House', 1)], scan: noScan })
    api.emit('files.progress', noScan)
    expect(await screen.findByText('Documents and House · 1,301 files read')).toBeDefined()
    expect(screen.queryByText(/Reading…/)).toBeNull()
  })

  it('can be left for later without a model, and says what works', async () => {
    const { made, user } = open()
    expect(await screen.findByText(/Everything but answering works without a model/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Later' }))
    await waitFor(() => expect(place()).toEqual({ screen: 'chat', conversation: null }))
    expect(made('models.finish-first-run')).toEqual([{}])
  })

  it('asks an example at once where there is a model', async () => {
    const { made, user } = open(withModel)
    await screen.findByRole('button', { name: 'Start' })
    await user.click(screen.getByRole('button', { name: 'What is in passport.pdf?' }))
    await waitFor(() => expect(place()).toEqual({ screen: 'chat', conversation: 'c9' }))
    expect(made('chat.send')).toEqual([
      { conversation: null, question: 'What is in passport.pdf?', attachment: null },
    ])
  })

  it('keeps an example in the composer where there is none yet, and shows names as text', async () => {
    const { made, user } = open()
    await user.click(await screen.findByRole('button', { name: 'When is <b>Choir</b>?' }))
    await waitFor(() => expect(place()).toEqual({ screen: 'chat', conversation: null }))
    expect(made('conversations.save-draft')).toEqual([{ conversation: null, text: 'When is <b>Choir</b>?' }])
    expect(made('chat.send')).toEqual([])
  })

  it('is ready to start as soon as a model and a folder are there', async () => {
    const { show } = open({ status: modelStatus({ download: download({ phase: 'testing' }) }) })
    expect(await screen.findByText('Trying it out…')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Later' })).toBeDefined()
    show(withModel)
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined()
    expect(screen.queryByText(/works without a model/)).toBeNull()
  })

  it('says when no model really fits', async () => {
    open({ list: modelList([modelRow({ fits: false })], { memoryBytes: 2 * 2 ** 30 }) })
    expect(await screen.findByRole('heading', { name: 'No model really fits 2 GB' })).toBeDefined()
  })

  it('has exactly one solid button: the next thing to do', async () => {
    const ready = { list: modelList([modelRow({ state: 'ready' })]), status: modelStatus({ state: 'idle' }) }
    const solids = () =>
      screen
        .getAllByRole('button')
        .filter(({ className }) => className.includes('solid'))
        .map(({ textContent }) => textContent)
    const { show } = open()
    await waitFor(() => expect(solids()).toEqual(['Download']))
    const states: [Partial<State>, string][] = [
      [{ folders: [folder('House', 1)] }, 'Download'],
      [{ status: modelStatus({ download: download() }), folders: [] }, 'Choose folders…'],
      [{ folders: [folder('House', 1)] }, 'Later'],
      [{ status: modelStatus({ download: download({ phase: 'paused' }) }) }, 'Resume'],
      [{ status: modelStatus({ download: download({ phase: 'failed' }) }), folders: [] }, 'Try again'],
      [ready, 'Choose folders…'],
      [{ status: modelStatus({ state: 'failed' }) }, 'Choose folders…'],
      [{ ...ready, folders: [folder('House', 1)] }, 'Start'],
    ]
    for (const [state, words] of states) {
      show(state)
      await waitFor(() => expect(solids()).toEqual([words]))
    }
  })
})
