// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../../api.ts'
import { answerHandOver } from '../../hand-over.ts'
import { useNavigation } from '../../navigation.ts'
import { defaultBase, stateOf } from '../alignment/testing/alignment-state.ts'
import { checkOf, openedOf, openSkillsPage } from './testing/skills-page.tsx'

afterEach(cleanup)

const handleField = () => screen.findByLabelText<HTMLInputElement>('Handle')
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

describe('the handle', () => {
  it('cannot hold a space, whether typed or pasted', async () => {
    const { user } = openSkillsPage(null)
    const field = await handleField()
    await user.type(field, 'Meeting  Prep!')
    expect(field.value).toBe('meeting-prep-')
    await user.clear(field)
    await user.click(field)
    await user.paste('@Weekly   Report (2026)\n')
    expect(field.value).toBe('weekly-report-2026-')
  })

  it('keeps the cursor where one types in the middle', async () => {
    const { user } = openSkillsPage(null)
    const field = await handleField()
    await user.type(field, 'meetingprep')
    field.setSelectionRange(7, 7)
    await user.keyboard(' x')
    expect(field.value).toBe('meeting-xprep')
    expect(field.selectionStart).toBe(9)
  })

  it('lets an input method compose, and sanitises what comes of it', async () => {
    openSkillsPage(null)
    const field = await handleField()
    fireEvent.compositionStart(field)
    fireEvent.change(field, { target: { value: 'しゅう ほう' } })
    expect(field.value).toBe('しゅう ほう')
    fireEvent.change(field, { target: { value: '週 報' } })
    fireEvent.compositionEnd(field)
    expect(field.value).toBe('週-報')
  })

  it('shows the slug that it resolves to and why it differs', async () => {
    const { user } = openSkillsPage(null, {
      'skills.check': ({ draft }) =>
        checkOf(draft, { slug: 'find-file-2', slugNote: '@find-file is a tool.' }),
    })
    await user.type(await handleField(), 'find-file')
    expect(await screen.findByText(/The agent references this skill as/)).toBeTruthy()
    expect(await screen.findByText('@find-file-2')).toBeTruthy()
    expect(await screen.findByText(/@find-file is a tool\./)).toBeTruthy()
  })
})

describe('saving', () => {
  it('is disabled with the reason while the handle is empty or a mention is unknown', async () => {
    const { user } = openSkillsPage(null, {
      'skills.check': ({ draft }) =>
        checkOf(draft, {
          problems: draft.handle === '' ? ['Give it a handle.'] : ['@whatever is unknown.'],
        }),
    })
    await user.type(await screen.findByLabelText('Summary'), 'x')
    expect(await screen.findByText('Give it a handle.')).toBeTruthy()
    expect(saveButton().disabled).toBe(true)
    await user.type(await handleField(), 'plan')
    expect(await screen.findByText('@whatever is unknown.')).toBeTruthy()
    expect(saveButton().disabled).toBe(true)
    expect(saveButton().getAttribute('aria-describedby')).toBe('why-not-saved')
  })

  it('saves, and goes on as the saved skill', async () => {
    const { user, made } = openSkillsPage(null)
    await user.type(await handleField(), 'plan')
    await waitFor(() => expect(saveButton().disabled).toBe(false))
    await user.click(saveButton())
    expect(made('skills.save')).toMatchObject([{ key: null, draft: { handle: 'plan' }, seen: null }])
    await waitFor(() => expect(useNavigation.getState().place).toEqual({ screen: 'skills', skill: 'plan' }))
  })

  it('says where a rename went, and takes it back', async () => {
    const { user, made, api } = openSkillsPage('plan', {
      'skills.save': () => ({
        key: 'plan',
        slug: 'agenda',
        renamed: { from: 'plan', to: 'agenda', skills: 2 },
      }),
      'skills.undo': () => ({ what: 'renamed @plan to @agenda' }),
    })
    const field = await handleField()
    await user.clear(field)
    await user.type(field, 'agenda')
    await waitFor(() => expect(saveButton().disabled).toBe(false))
    await user.click(saveButton())
    expect(await screen.findByText('Renamed @plan to @agenda, also in 2 other skills')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /undo/i }))
    expect(made('skills.undo')).toHaveLength(1)
    api.emit('app.changed', { topics: ['skills'] })
    await waitFor(() => expect(useNavigation.getState().place).toEqual({ screen: 'skills', skill: 'plan' }))
  })

  it('keeps everything when it is refused, and says why', async () => {
    const { user } = openSkillsPage('plan', {
      'skills.save': () => {
        throw new CallError({ code: 'unknown-mention', message: '@plan mentions @x', hint: 'Remove it.' })
      },
    })
    await user.type(await screen.findByLabelText('Summary'), ' More.')
    await waitFor(() => expect(saveButton().disabled).toBe(false))
    await user.click(saveButton())
    expect((await screen.findByRole('alert')).textContent).toContain('@plan mentions @x')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Summary').value).toBe('Does it. More.')
  })
})

describe('what is not saved', () => {
  it('is kept in the store a moment after each change', async () => {
    const { user, made } = openSkillsPage('plan')
    await user.type(await screen.findByLabelText('Summary'), '!')
    await waitFor(() =>
      expect(made('skills.save-draft')).toMatchObject([
        {
          key: 'plan',
          kept: { draft: { shortDescription: 'Does it.!' }, basedOn: { shortDescription: 'Does it.' } },
        },
      ]),
    )
    expect(await screen.findByText('Draft kept')).toBeTruthy()
  })

  it.each<[string, string, boolean]>([
    ['Stay', 'skills', false],
    ['Keep for later', 'chat', false],
    ['Discard them', 'chat', true],
  ])('is asked about on leaving: %s', async (answer, place, isDiscarded) => {
    const { user, made } = openSkillsPage('plan')
    await user.type(await screen.findByLabelText('Summary'), '!')
    await screen.findByRole('button', { name: 'Discard' })
    void useNavigation.getState().go({ screen: 'chat', conversation: null })
    await user.click(await screen.findByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(useNavigation.getState().place.screen).toBe(place))
    const last = made('skills.save-draft').at(-1)
    if (isDiscarded) expect(last).toMatchObject({ kept: null })
    else if (answer === 'Keep for later')
      expect(last).toMatchObject({ kept: { draft: { shortDescription: 'Does it.!' } } })
  })

  it('is asked about by the way back, too', async () => {
    const { user } = openSkillsPage('plan')
    useNavigation.setState({ earlier: [{ screen: 'skills' }] })
    await user.type(await screen.findByLabelText('Summary'), '!')
    await screen.findByRole('button', { name: 'Discard' })
    void useNavigation.getState().back()
    await user.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(useNavigation.getState().place).toEqual({ screen: 'skills', skill: 'plan' })
    void useNavigation.getState().back()
    await user.click(await screen.findByRole('button', { name: 'Keep for later' }))
    await waitFor(() => expect(useNavigation.getState().place).toEqual({ screen: 'skills' }))
  })

  it('is asked about no longer once a save that was on its way has come through', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { user } = openSkillsPage('plan', {
      async 'skills.save'({ draft }) {
        await promise
        return { key: 'plan', slug: draft.handle, renamed: null }
      },
    })
    await user.type(await screen.findByLabelText('Summary'), '!')
    await waitFor(() => expect(saveButton().disabled).toBe(false))
    await user.click(saveButton())
    void useNavigation.getState().go({ screen: 'chat', conversation: null })
    await screen.findByRole('alertdialog')
    resolve()
    expect(await screen.findByText('Elsewhere')).toBeTruthy()
  })

  it('is left without a question when there is nothing', async () => {
    openSkillsPage('plan')
    await handleField()
    await useNavigation.getState().go({ screen: 'chat', conversation: null })
    expect(await screen.findByText('Elsewhere')).toBeTruthy()
  })
})

describe('beside the text', () => {
  it('lists unknown mentions with what was meant, and replaces them', async () => {
    const { user } = openSkillsPage('plan', {
      'skills.get': () => openedOf('plan', { detailedBody: 'Try @find-fil and @find-fil.' }),
      'skills.check': ({ draft }) =>
        checkOf(draft, { unknown: [{ slug: 'find-fil', meant: 'find-file', hidden: null }] }),
    })
    const list = await screen.findByRole('list', { name: 'Unknown mentions' })
    expect(list.textContent).toContain('@find-fil — unknown, remove it to save (2 places).')
    await user.click(await screen.findByRole('button', { name: '@find-file' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Unknown mentions' })).toBeNull())
    expect(screen.getByRole('textbox', { name: 'Instruction' }).textContent).toBe(
      'Try @find-file and @find-file.',
    )
  })

  it('says what is not seen in a mention of nothing', async () => {
    openSkillsPage('plan', {
      'skills.get': () => openedOf('plan', { detailedBody: 'Try @cal\u200Bendar.' }),
      'skills.check': ({ draft }) =>
        checkOf(draft, { unknown: [{ slug: 'cal', meant: 'calendar', hidden: 'a space' }] }),
    })
    const list = await screen.findByRole('list', { name: 'Unknown mentions' })
    await waitFor(() => expect(list.textContent).toContain('Look closely: a space. Did you mean'))
  })

  it('shows what it binds and costs, and by how much it is too long', async () => {
    openSkillsPage('plan', {
      'skills.check': ({ draft }) =>
        checkOf(draft, {
          tree: [
            { slug: 'fetch-file', kind: 'skill', depth: 0, note: null },
            { slug: 'list-devices', kind: 'tool', depth: 1, note: 'hidden' },
          ],
          price: {
            parts: [{ part: 'steps', tokens: 5000 }],
            tokens: 5000,
            window: 4096,
            left: -904,
            isExact: false,
          },
        }),
    })
    expect(await screen.findByText('not shown to the follower')).toBeTruthy()
    expect(screen.getByText('Too long by ~904 tokens to be followed. Shorten the steps.')).toBeTruthy()
  })

  it('asks the planner about a request, ends the older question, and shows every handle', async () => {
    const { user, made } = openSkillsPage('plan', {
      'skills.preview': ({ request }) => ({
        candidates: [
          { slug: 'plan', probability: request.length > 4 ? 0.81 : 0.2 },
          { slug: 'search-info', probability: 0.12 },
          { slug: 'fetch-file', probability: 0.0004 },
          { slug: null, probability: 0.07 },
        ],
        isOnMenu: true,
        isExample: false,
      }),
    })
    const field = await screen.findByLabelText('Try a request')
    await user.type(field, 'brief me')
    expect(await screen.findByText('81%')).toBeTruthy()
    expect(screen.getByText('<1%').closest('li')?.textContent).toContain('@fetch-file')
    expect(screen.getByText('No tool: 7%')).toBeTruthy()
    expect(made('skills.preview')).toMatchObject([{ request: 'brief me' }])
    await user.type(field, ' now')
    await waitFor(() => expect(made('skills.cancel')).not.toEqual([]))
    await user.click(await screen.findByRole('button', { name: 'Keep as an example of this skill' }))
    expect(await screen.findByRole('button', { name: 'Remove the example brief me now' })).toBeTruthy()
  })

  it('says that a model is needed instead of failing', async () => {
    const { user } = openSkillsPage('plan', {
      'skills.preview': () => {
        throw new CallError({ code: 'no-model', message: 'No model', hint: '' })
      },
    })
    await user.type(await screen.findByLabelText('Try a request'), 'brief me')
    expect(await screen.findByText('This needs a model.')).toBeTruthy()
  })

  it('checks every example again when the menu line changed, and lists those that go elsewhere', async () => {
    const run = vi.fn()
    const { user, api } = openSkillsPage('plan', {
      'skills.get': () => openedOf('plan', { examples: ['plan my day'] }),
      'skills.examples': ({ run: id }) => {
        run(id)
        const results = [
          {
            slug: 'plan',
            example: 'plan my day',
            goesTo: 'plan',
            probability: 0.9,
            isRight: true,
            wasRight: true,
          },
          {
            slug: 'search-info',
            example: 'when is it',
            goesTo: 'plan',
            probability: 0.6,
            isRight: false,
            wasRight: true,
          },
        ]
        for (const [index, result] of results.entries())
          api.emit('skills.example', { run: id, result, done: index + 1, of: 2 })
        return { results }
      },
    })
    await user.type(await screen.findByLabelText('Summary'), ' Better.')
    const elsewhere = await screen.findByRole(
      'list',
      { name: 'Examples that go elsewhere' },
      { timeout: 4_000 },
    )
    expect(elsewhere.textContent).toContain('when is it of @search-info goes to @plan')
    expect(screen.getByText('1 of 2 go elsewhere.')).toBeTruthy()
    expect(run).toHaveBeenCalledOnce()
  })

  it('asks the planner anew when a line of the menu is changed elsewhere, and not for anything else', async () => {
    let menu = stateOf(defaultBase)
    const { user, api, made } = openSkillsPage('plan', {
      'alignment.show': () => menu,
      'skills.preview': () => ({ candidates: [], isOnMenu: true, isExample: false }),
    })
    await user.type(await screen.findByLabelText('Summary'), ' Better.')
    await user.type(screen.getByLabelText('Try a request'), 'brief me')
    await waitFor(() => expect(made('skills.preview')).toHaveLength(1), { timeout: 4_000 })
    await waitFor(() => expect(made('skills.examples')).toHaveLength(1), { timeout: 4_000 })
    act(() => api.emit('app.changed', { topics: ['skills', 'alignment'] }))
    await waitFor(() => expect(made('alignment.show')).toHaveLength(2))
    menu = { ...menu, document: `${menu.document}\n- @new-one: Does more.` }
    act(() => api.emit('app.changed', { topics: ['skills', 'alignment'] }))
    await waitFor(() => expect(made('skills.examples')).toHaveLength(2), { timeout: 4_000 })
    expect(made('skills.preview')).toHaveLength(2)
  })
})

it('keeps what was typed just before the page ends, without waiting', async () => {
  const { made } = openSkillsPage('search-info')
  const summary = await screen.findByLabelText<HTMLTextAreaElement>('Summary')
  fireEvent.change(summary, { target: { value: 'Last words' } })
  fireEvent(window, new Event('pagehide'))
  expect(made('skills.save-draft')).toMatchObject([{ kept: { draft: { shortDescription: 'Last words' } } }])
})

it('is kept while one types on without a pause', async () => {
  const { made } = openSkillsPage('search-info')
  const summary = await screen.findByLabelText<HTMLTextAreaElement>('Summary')
  for (let count = 1; count <= 12; count += 1) {
    fireEvent.change(summary, { target: { value: `Word ${count}` } })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(made('skills.save-draft').length).toBeGreaterThan(1)
})

it('hands over what was typed last when main is about to close the window', async () => {
  const { made, api } = openSkillsPage('search-info', { 'app.handed-over': () => ({}) })
  const end = answerHandOver(api)
  const summary = await screen.findByLabelText<HTMLTextAreaElement>('Summary')
  fireEvent.change(summary, { target: { value: 'Last words' } })
  api.emit('app.hand-over', {})
  await waitFor(() => expect(made('app.handed-over')).toHaveLength(1))
  expect(made('skills.save-draft')).toMatchObject([{ kept: { draft: { shortDescription: 'Last words' } } }])
  end()
})
