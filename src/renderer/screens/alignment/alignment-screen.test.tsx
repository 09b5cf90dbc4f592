// @vitest-environment jsdom
import { EditorView } from '@codemirror/view'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiProvider, CallError } from '../../api.ts'
import { pretendLayout } from '../../editor/testing/layout.ts'
import { someNames } from '../../editor/testing/names.ts'
import { useNavigation } from '../../navigation.ts'
import { createQueries } from '../../queries.ts'
import { createFakeApi, type FakeApi } from '../../testing/fake-api.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { AlignmentScreen } from './alignment-screen.tsx'
import { defaultBase, documentOf, stateOf } from './testing/alignment-state.ts'

pretendLayout()
afterEach(cleanup)

function open(handlers: Parameters<typeof createFakeApi>[0] = {}, state = stateOf(defaultBase)) {
  useNavigation.setState({ place: { screen: 'alignment' }, earlier: [], guard: null })
  const api: FakeApi = createFakeApi({
    'skills.names': () => [...someNames],
    'alignment.show': () => state,
    'traces.last-ledger': () => null,
    'alignment.set': () => state,
    'alignment.price': ({ base }) => documentOf(base ?? defaultBase),
    'alignment.draft': () => null,
    'alignment.save-draft': () => ({}),
    ...handlers,
  })
  render(
    <ApiProvider value={api}>
      <QueryClientProvider client={createQueries(api)}>
        <AlignmentScreen />
        <Toaster />
      </QueryClientProvider>
    </ApiProvider>,
  )
  const made = (name: string) => api.made.filter((call) => call.name === name).map(({ params }) => params)
  return { user: userEvent.setup(), made }
}

async function editor(): Promise<EditorView> {
  const view = EditorView.findFromDOM(await screen.findByRole('textbox', { name: 'Base instructions' }))
  if (view === null) throw new Error('no editor')
  return view
}

async function write(text: string): Promise<void> {
  const view = await editor()
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }))
}

describe('the document', () => {
  it('stands on the page byte for byte, only the base to be written', async () => {
    open()
    const base = (await editor()).state.doc.toString()
    const tail = [...document.querySelectorAll('[data-part]')]
      .filter((part) => part.closest('article') !== null)
      .map((part) => part.textContent)
    expect([base, ...tail].join('\n\n')).toBe(documentOf(defaultBase).document)
    expect(screen.getAllByRole('textbox')).toHaveLength(1)
  })

  it('shows what each part and the whole cost, and what is left', async () => {
    open()
    expect(await screen.findByText('154 of 4,096 tokens')).toBeTruthy()
    expect(screen.getByText('Left for question, tools and answer: 3,942')).toBeTruthy()
    const page = screen.getByRole('article')
    expect(
      [...page.querySelectorAll('[title$=" tokens"]')].map((price) => price.getAttribute('title')),
    ).toEqual(['41 tokens', '5 tokens', '72 tokens', '36 tokens'])
  })

  it('marks an estimate as one', async () => {
    open({}, stateOf(defaultBase, { isExact: false }))
    expect(await screen.findByText('~154 of 4,096 tokens')).toBeTruthy()
  })
})

describe('writing the base', () => {
  it('is priced with every change and saved on demand', async () => {
    const { user, made } = open()
    await write('Mine.')
    await waitFor(() => expect(made('alignment.price')).toEqual([{ base: 'Mine.' }]))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(made('alignment.set')).toEqual([{ base: 'Mine.', replaces: defaultBase }])
  })

  it('cannot be saved when it is too long, with the exact overage', async () => {
    open({ 'alignment.price': ({ base }) => documentOf(base ?? '', { tokens: 2_872, over: 312 }) })
    await write('Long.')
    expect(await screen.findByText(/^312 tokens over/)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  })

  it('says why main refused it, and keeps the text', async () => {
    const { user } = open({
      'alignment.set': () => {
        throw new CallError({ code: 'context-exceeded', message: '7 tokens over', hint: 'Shorten it.' })
      },
    })
    await write('Mine.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toContain('7 tokens over')
    expect((await editor()).state.doc.toString()).toBe('Mine.')
  })

  it('is compared with the default, reset to it, and taken back', async () => {
    let state = stateOf('Mine.')
    const { user, made } = open({
      'alignment.show': () => state,
      'alignment.set': ({ base }) => {
        state = stateOf(base ?? defaultBase)
        return state
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Compare with default' }))
    const lines = within(await screen.findByRole('list', { name: 'Differences' })).getAllByRole('listitem')
    expect(lines.map((line) => line.textContent)).toEqual([
      '−Default: You are Pixie.',
      '−Default: Be brief.',
      '+Yours: Mine.',
    ])
    await user.click(screen.getByRole('button', { name: 'Reset to default' }))
    await user.click(await screen.findByRole('button', { name: /undo/i }))
    await waitFor(() =>
      expect(made('alignment.set')).toEqual([
        { base: null, replaces: 'Mine.' },
        { base: 'Mine.', replaces: defaultBase },
      ]),
    )
    expect((await editor()).state.doc.toString()).toBe('Mine.')
  })

  it.each<[string, string]>([
    ['Stay', 'alignment'],
    ['Keep for later', 'chat'],
    ['Discard them', 'chat'],
  ])('asks before it is left unsaved: %s', async (answer, place) => {
    const { user, made } = open()
    await write('Mine.')
    await screen.findByRole('button', { name: 'Discard' })
    void useNavigation.getState().go({ screen: 'chat', conversation: null })
    await user.click(await screen.findByRole('button', { name: answer }))
    await waitFor(() => expect(useNavigation.getState().place.screen).toBe(place))
    const last = made('alignment.save-draft').at(-1)
    if (answer === 'Discard them') expect(last).toEqual({ draft: null })
    if (answer === 'Keep for later') expect(last).toEqual({ draft: { text: 'Mine.', basedOn: defaultBase } })
  })

  it('is kept a moment after each change, and comes back as it stood, marked as not saved', async () => {
    const { made } = open()
    await write('Mine.')
    expect(await screen.findByText('Draft kept')).toBeTruthy()
    const draft = { text: 'Mine.', basedOn: defaultBase }
    expect(made('alignment.save-draft')).toEqual([{ draft }])
    cleanup()
    open({ 'alignment.draft': () => draft })
    expect((await editor()).state.doc.toString()).toBe('Mine.')
    expect(screen.getByText('Draft kept')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false)
  })

  it.each([
    ['Keep mine', 'Mine.'],
    ['Take theirs', 'Theirs.'],
  ])(
    'that was changed elsewhere while the draft waited is decided on before it is saved: %s',
    async (choice, text) => {
      const { user, made } = open(
        { 'alignment.draft': () => ({ text: 'Mine.', basedOn: defaultBase }) },
        stateOf('Theirs.'),
      )
      const note = await screen.findByRole('status', { name: 'Changed elsewhere' })
      expect(note.textContent).toContain('What is saved was changed elsewhere')
      const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
      expect(save.disabled).toBe(true)
      await user.click(screen.getByRole('button', { name: `${choice}: Base instructions` }))
      expect(screen.queryByRole('status', { name: 'Changed elsewhere' })).toBeNull()
      expect((await editor()).state.doc.toString()).toBe(text)
      if (choice === 'Take theirs') return
      await user.click(save)
      expect(made('alignment.set')).toEqual([{ base: 'Mine.', replaces: 'Theirs.' }])
    },
  )

  it('discarded, can be taken back', async () => {
    const { user } = open()
    await write('Mine.')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect((await editor()).state.doc.toString()).toBe(defaultBase)
    await user.click(await screen.findByRole('button', { name: /undo/i }))
    expect((await editor()).state.doc.toString()).toBe('Mine.')
    expect(await screen.findByText('Draft kept')).toBeTruthy()
  })
})

describe('skills', () => {
  it('turn planning on, in a sentence', async () => {
    open()
    expect(await screen.findByText(/^Planning is on: /)).toBeTruthy()
    cleanup()
    open({}, stateOf(defaultBase, { mode: 'direct', skills: [] }))
    expect(await screen.findByText(/Selecting a skill turns planning on/)).toBeTruthy()
  })

  it('are selected and ordered, and those that cannot be on the menu say why', async () => {
    const { user, made } = open()
    await user.click(await screen.findByRole('checkbox', { name: '@search-info' }))
    expect(made('alignment.set').at(-1)).toEqual({ skills: ['fetch-file'] })
    await user.click(screen.getByRole('button', { name: 'Move @fetch-file up' }))
    expect(made('alignment.set').at(-1)).toEqual({ skills: ['fetch-file', 'search-info'] })
    expect(screen.getByText('Switched off, so it is not on the menu.')).toBeTruthy()
  })
})

describe('the last turn', () => {
  it('is shown by part, what is on this screen even where it cost nothing, with a way to its trace', async () => {
    const ledger = {
      parts: [
        { part: 'base', tokens: 82 },
        { part: 'menu', tokens: 216 },
        { part: 'question', tokens: 20 },
        { part: 'a later part', tokens: 2 },
      ],
      largestPrompt: 160,
    }
    const { user } = open({
      'traces.last-ledger': () => ({ trace: 't1', question: 'Where is it?', ledger }),
    })
    const table = within(await screen.findByRole('table', { name: 'Tokens of the last turn' }))
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'PartTokensShare',
      'Base8226 %',
      'Descriptions00 %',
      'Menu21668 %',
      'Question206 %',
      'a later part21 %',
      'Together320',
    ])
    await user.click(screen.getByRole('button', { name: 'Where is it?' }))
    expect(useNavigation.getState().place).toEqual({ screen: 'trace', trace: 't1' })
  })

  it('is asked for where there is none', async () => {
    open()
    expect(await screen.findByText('Ask something in Chat to see here what it cost.')).toBeTruthy()
  })
})

describe('blurbs', () => {
  it('only describe: switching one changes nothing else, and says where grants are', async () => {
    const { user, made } = open()
    await user.click(await screen.findByRole('switch', { name: 'Notebook' }))
    await waitFor(() => expect(made('alignment.set')).toEqual([{ blurbs: ['files', 'notebook'] }]))
    expect(screen.getByText(/They grant nothing and take nothing away/)).toBeTruthy()
    expect(screen.getByText(/not granted: it is told about what it may not use/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Settings → Agent → Context' }))
    expect(useNavigation.getState().place).toEqual({ screen: 'settings', section: 'context' })
  })

  it('are all switched, however quickly one after the other', async () => {
    let state = stateOf(defaultBase)
    const { made } = open({
      'alignment.show': () => state,
      'alignment.set': ({ blurbs: on }) => {
        const blurbs = state.blurbs.map((blurb) => ({
          ...blurb,
          isOn: on?.includes(blurb.name) ?? blurb.isOn,
        }))
        state = { ...state, blurbs }
        return state
      },
    })
    for (const name of ['Notebook', 'Files']) fireEvent.click(await screen.findByRole('switch', { name }))
    await waitFor(() =>
      expect(made('alignment.set')).toEqual([{ blurbs: ['files', 'notebook'] }, { blurbs: ['notebook'] }]),
    )
  })
})
