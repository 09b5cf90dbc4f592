// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { ModelList, ModelStatus as Status } from '../../../shared/contract/models.ts'
import { ApiProvider, CallError } from '../../api.ts'
import { useNavigation } from '../../navigation.ts'
import { createQueries } from '../../queries.ts'
import { createFakeApi } from '../../testing/fake-api.ts'
import { useToasts } from '../../ui/toast.ts'
import { ModelSettings } from './model-settings.tsx'
import { ModelStatus } from './model-status.tsx'
import { download, modelList, modelRow, modelStatus } from './testing/model-data.ts'

afterEach(() => {
  cleanup()
  useToasts.setState({ toasts: [] })
})

interface State {
  list: ModelList
  status: Status
}

type Handlers = Parameters<typeof createFakeApi>[0]

function open(screenOf: 'settings' | 'status', state: Partial<State> = {}, handlers: Handlers = {}) {
  const now: State = { list: modelList(), status: modelStatus(), ...state }
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
    'models.start': done,
    'models.pause': done,
    'models.resume': done,
    'models.cancel': done,
    'models.use': done,
    'models.repair': done,
    'models.remove': done,
    'models.unremove': done,
    'models.set-idle': done,
    'models.check': () => ({ state: 'ready' }),
    ...handlers,
  })
  const show = (next: Partial<State>) => {
    Object.assign(now, next)
    api.emit('app.changed', { topics: ['models'] })
  }
  render(
    <ApiProvider value={api}>
      <QueryClientProvider client={createQueries(api)}>
        {screenOf === 'settings' ? <ModelSettings /> : <ModelStatus />}
      </QueryClientProvider>
    </ApiProvider>,
  )
  const made = (name: string) => api.made.filter((call) => call.name === name).map(({ params }) => params)
  return { api, show, made, user: userEvent.setup() }
}

describe('the model settings', () => {
  it('say size, licence, memory, time and source before anything is fetched', async () => {
    const { made, user } = open('settings')
    expect(
      await screen.findByText(
        '1.12 GB · Apache-2.0 · takes 2 GB of memory · about 2 min at 10 MB/s, from models.example',
      ),
    ).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Download Medium 1.5B Instruct' }))
    expect(made('models.start')).toEqual([{ model: 'medium', acceptsTerms: false }])
  })

  it('fetch a model with terms of its own only once they are accepted', async () => {
    const { made, user } = open('settings', { list: modelList([modelRow({ terms: 'No misuse.' })]) })
    await user.click(await screen.findByRole('button', { name: 'Download Medium 1.5B Instruct' }))
    const dialog = screen.getByRole('dialog', { name: 'Terms of Medium 1.5B Instruct' })
    expect(dialog.textContent).toContain('No misuse.')
    expect(made('models.start')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Accept and download' }))
    expect(made('models.start')).toEqual([{ model: 'medium', acceptsTerms: true }])
  })

  it('show how far a download is as it goes on, and pause, resume and cancel it', async () => {
    const { api, show, made, user } = open('settings', { status: modelStatus({ download: download() }) })
    const bar = await screen.findByRole('progressbar', { name: 'Download of Medium 1.5B Instruct' })
    expect(bar.getAttribute('aria-valuetext')).toBe('693 MB of 1.12 GB · 11 MB/s · 39 s left')
    api.emit('models.progress', download({ doneBytes: 1_000_000_000, secondsLeft: 11 }))
    expect(await screen.findByText('1.00 GB of 1.12 GB · 11 MB/s · 11 s left')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    expect(made('models.pause')).toHaveLength(1)
    show({ status: modelStatus({ download: download({ phase: 'paused', doneBytes: 1_000_000_000 }) }) })
    await user.click(await screen.findByRole('button', { name: 'Resume' }))
    expect(made('models.resume')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(useToasts.getState().toasts[0]?.text).toContain('is cancelled'))
    await useToasts.getState().toasts[0]?.undo?.()
    expect(made('models.start')).toEqual([{ model: 'medium', acceptsTerms: true }])
  })

  it('do not let an old event speak against what was read later', async () => {
    const { api, show } = open('settings', { status: modelStatus({ download: download() }) })
    await screen.findByRole('progressbar')
    api.emit('models.progress', download({ doneBytes: 700_000_000 }))
    show({ status: modelStatus({ download: download({ phase: 'verifying', doneBytes: 0 }) }) })
    expect(await screen.findByText('Checking that every byte is right · 0 %')).toBeDefined()
    show({ status: modelStatus({ state: 'idle' }), list: modelList([modelRow({ state: 'ready' })]) })
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  })

  it('say why a download stopped, and offer to try again', async () => {
    const error = { code: 'no-network' as const, message: 'It cannot be reached', hint: 'Check the network.' }
    const { made, user } = open('settings', {
      status: modelStatus({ download: download({ phase: 'failed', error }) }),
    })
    expect((await screen.findByRole('alert')).textContent).toContain('It cannot be reached.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(made('models.resume')).toHaveLength(1)
  })

  it('let only one that is here be chosen', async () => {
    const models = [
      modelRow({ state: 'ready' }),
      modelRow({ id: 'small', name: 'Small', state: 'ready', isUsed: false, isRecommended: false }),
      modelRow({ id: 'far', name: 'Far', isUsed: false, isRecommended: false }),
    ]
    const { made, user } = open('settings', { list: modelList(models) })
    const group = await screen.findByRole('radiogroup', { name: 'The model that answers' })
    const radios = within(group).getAllByRole<HTMLInputElement>('radio')
    expect(radios.map(({ checked, disabled }) => ({ checked, disabled }))).toEqual([
      { checked: true, disabled: false },
      { checked: false, disabled: false },
      { checked: false, disabled: true },
    ])
    await user.click(within(group).getByRole('radio', { name: /^Small/ }))
    expect(made('models.use')).toEqual([{ model: 'small' }])
  })

  it('name a damaged file and repair it', async () => {
    const { made, user } = open('settings', { list: modelList([modelRow({ state: 'damaged' })]) })
    expect(await screen.findByText(/Its file is damaged/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Repair Medium 1.5B Instruct' }))
    expect(made('models.repair')).toEqual([{ model: 'medium' }])
  })

  it('delete a model without asking, and take it back', async () => {
    const { made, user } = open('settings', { list: modelList([modelRow({ state: 'ready' })]) })
    await user.click(await screen.findByRole('button', { name: 'More for Medium 1.5B Instruct' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(made('models.remove')).toEqual([{ model: 'medium' }]))
    await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1))
    await useToasts.getState().toasts[0]?.undo?.()
    expect(made('models.unremove')).toEqual([{ model: 'medium' }])
  })

  it('say in its place why a file of the owner’s own is refused', async () => {
    const { user } = open(
      'settings',
      {},
      {
        'models.choose-own': () => {
          throw new CallError({
            code: 'not-a-model',
            message: 'The file is not a usable GGUF model: it is a zip file (letters.zip)',
            hint: 'Choose another.',
          })
        },
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Choose file…' }))
    expect((await screen.findByRole('alert')).textContent).toContain('it is a zip file')
  })

  it('say so when none of the models fits', async () => {
    const list = modelList([modelRow({ fits: false })], { memoryBytes: 2 * 2 ** 30 })
    open('settings', { list })
    expect(await screen.findByText(/This Mac has 2 GB of memory, and none of the models fits/)).toBeDefined()
    expect(screen.getByText(/takes 2 GB of memory, more than this Mac can spare/)).toBeDefined()
  })

  it('say when the memory is freed, also for a time that is not offered', async () => {
    const { made, user } = open('settings', { list: modelList(undefined, { idleMinutes: 7 }) })
    await user.click(await screen.findByRole('button', { name: /After 7 minutes/ }))
    await user.click(await screen.findByRole('option', { name: 'Never' }))
    expect(made('models.set-idle')).toEqual([{ minutes: null }])
  })

  it('offer to try again when the list cannot be read', async () => {
    let isBroken = true
    const { user } = open(
      'settings',
      {},
      {
        'models.list': () => {
          if (isBroken) throw new CallError({ code: 'unreadable', message: 'Not readable', hint: 'Look.' })
          return modelList()
        },
      },
    )
    expect((await screen.findByRole('alert')).textContent).toContain('The models could not be listed.')
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Medium 1.5B Instruct')).toBeDefined()
  })
})

describe('the model at the foot of the sidebar', () => {
  const error = { code: 'engine-failed' as const, message: 'No', hint: 'Again.' }

  it.each<[Partial<Status>, string]>([
    [{ state: 'none' }, 'Model: No model yet'],
    [{ state: 'not-here' }, 'Model: Medium 1.5B, not on this Mac'],
    [{ state: 'idle' }, 'Model: Medium 1.5B, on this Mac'],
    [{ state: 'ready' }, 'Model: Medium 1.5B, on this Mac'],
    [{ state: 'loading' }, 'Model: Medium 1.5B, loading'],
    [{ state: 'failed', error }, 'Model: Medium 1.5B, does not run'],
    [{ state: 'none', download: download() }, 'Model: Downloading · 62 %'],
    [{ state: 'none', download: download({ phase: 'paused' }) }, 'Model: Download paused · 62 %'],
    [{ state: 'none', download: download({ phase: 'failed', error }) }, 'Model: Download stopped'],
    [{ state: 'none', download: download({ phase: 'testing' }) }, 'Model: Checking the model'],
    [{ state: 'ready', download: download() }, 'Model: Medium 1.5B, on this Mac'],
  ])('tells %o as %s', async (status, name) => {
    open('status', { status: modelStatus(status) })
    expect(await screen.findByRole('button', { name })).toBeDefined()
  })

  it.each([
    ['Qwen2.5 Coder 1.5B Instruct', 'Qwen2.5 1.5B'],
    ['Qwen3 4B Instruct 2507', 'Qwen3 4B'],
    ['Gemma 3 270M (base)', 'Gemma 3 270M'],
    ['my-own-model', 'my-own-model'],
  ])('calls %s %s there, and by its whole name when asked', async (whole, short) => {
    const { user } = open('status', { status: modelStatus({ state: 'ready', name: whole }) })
    expect(await screen.findByRole('button', { name: `Model: ${short}, on this Mac` })).toBeDefined()
    await user.tab()
    expect((await screen.findByRole('tooltip')).textContent).toBe(`${whole}, on this Mac`)
  })

  it('goes to the model settings', async () => {
    useNavigation.setState({ place: { screen: 'memory' }, earlier: [], guard: null })
    const { user } = open('status')
    await user.click(await screen.findByRole('button'))
    expect(useNavigation.getState().place).toEqual({ screen: 'settings', section: 'model' })
  })
})
