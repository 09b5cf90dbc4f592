// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { SkillDraftFields } from '../../../shared/contract/skills.ts'
import { CallError } from '../../api.ts'
import { useNavigation } from '../../navigation.ts'
import { fieldsOf, openedOf, openSkillsPage } from './testing/skills-page.tsx'

afterEach(cleanup)

type Handlers = Parameters<typeof openSkillsPage>[1]

const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

describe('what changes elsewhere', () => {
  const told = (page: ReturnType<typeof openSkillsPage>) =>
    page.api.emit('app.changed', { topics: ['skills'] })
  const instruction = () => screen.findByRole('textbox', { name: 'Instruction' })
  /** A skill that is what `saved` says, under the key that it was opened by. */
  const changing = (saved: { now: Partial<SkillDraftFields> }, more: Handlers = {}) =>
    openSkillsPage('search-info', { 'skills.get': () => openedOf('search-info', saved.now), ...more })

  it('comes into every field that is not being changed here, the text too, and is told', async () => {
    const saved: { now: Partial<SkillDraftFields> } = { now: {} }
    const page = changing(saved)
    const summary = await screen.findByLabelText<HTMLTextAreaElement>('Summary')
    await page.user.type(summary, ' Mine.')
    saved.now = { detailedBody: 'Theirs: @find-file.' }
    told(page)
    await waitFor(async () => expect((await instruction()).textContent).toBe('Theirs: @find-file.'))
    expect(screen.getByRole('status', { name: 'Changed elsewhere' }).textContent).toContain(
      'Taken over here: Instruction.',
    )
    await waitFor(() => expect(saveButton().disabled).toBe(false))
    await page.user.click(saveButton())
    const seen = fieldsOf('search-info', saved.now)
    expect(page.made('skills.save')).toEqual([
      { key: 'search-info', draft: { ...seen, shortDescription: 'Does it. Mine.' }, seen },
    ])
    expect(screen.queryByRole('status', { name: 'Changed elsewhere' })).toBeNull()
  })

  it.each([
    ['Keep mine: Summary', 'Does it. Mine.'],
    ['Take theirs: Summary', 'Theirs.'],
  ])(
    'is decided on where both changed the same, before anything is saved: %s',
    async (choice, summaryThen) => {
      const saved: { now: Partial<SkillDraftFields> } = { now: {} }
      const page = changing(saved)
      const summary = await screen.findByLabelText<HTMLTextAreaElement>('Summary')
      await page.user.type(summary, ' Mine.')
      saved.now = { shortDescription: 'Theirs.' }
      told(page)
      await screen.findByRole('status', { name: 'Changed elsewhere' })
      expect(summary.value).toBe('Does it. Mine.')
      expect(screen.getByText('Choose yours or theirs first.')).toBeTruthy()
      expect(saveButton().disabled).toBe(true)
      await page.user.click(screen.getByRole('button', { name: 'Compare Summary' }))
      const lines = (await screen.findByRole('list', { name: 'Differences' })).textContent
      expect(lines).toBe('−Theirs: Theirs.+Yours: Does it. Mine.')
      await page.user.click(screen.getByRole('button', { name: 'Decide later' }))
      await page.user.click(await screen.findByRole('button', { name: choice }))
      expect(screen.queryByRole('status', { name: 'Changed elsewhere' })).toBeNull()
      expect(screen.getByLabelText<HTMLTextAreaElement>('Summary').value).toBe(summaryThen)
      expect(saveButton().disabled).toBe(summaryThen === 'Theirs.')
    },
  )

  it('while a draft waited is told when it is opened again, and taken over where the draft changed nothing', async () => {
    const basedOn = fieldsOf('search-info')
    const draft = { ...basedOn, detailedBody: 'Mine: @find-file.' }
    const page = changing(
      { now: { detailedBody: 'Theirs: @find-file.', shortDescription: 'Theirs.' } },
      { 'skills.draft': () => ({ draft, basedOn }) },
    )
    const note = await screen.findByRole('status', { name: 'Changed elsewhere' })
    expect(note.textContent).toContain('Taken over here: Summary.')
    expect((await instruction()).textContent).toBe('Mine: @find-file.')
    expect(saveButton().disabled).toBe(true)
    await page.user.click(screen.getByRole('button', { name: 'Take theirs: Instruction' }))
    await waitFor(async () => expect((await instruction()).textContent).toBe('Theirs: @find-file.'))
    await waitFor(() => expect(page.made('skills.save-draft').at(-1)).toMatchObject({ kept: null }))
  })

  /** A main that saves only over what was seen. */
  const careful = (saved: { now: Partial<SkillDraftFields> }): Handlers => ({
    'skills.save': ({ draft, seen }) => {
      if (JSON.stringify(seen) !== JSON.stringify(fieldsOf('search-info', saved.now)))
        throw new CallError({ code: 'changed-meanwhile', message: 'It was changed', hint: 'Look at it.' })
      return { key: 'search-info', slug: draft.handle, renamed: null }
    },
  })

  it('a moment before saving is saved with it where nothing clashes', async () => {
    const saved: { now: Partial<SkillDraftFields> } = { now: {} }
    const page = changing(saved, careful(saved))
    await page.user.type(await screen.findByLabelText('Summary'), ' Mine.')
    await waitFor(() => expect(saveButton().disabled).toBe(false))
    saved.now = { detailedBody: 'Theirs.' }
    await page.user.click(saveButton())
    await waitFor(() => expect(page.made('skills.save')).toHaveLength(2))
    expect(page.made('skills.save').at(-1)).toMatchObject({
      draft: { shortDescription: 'Does it. Mine.', detailedBody: 'Theirs.' },
    })
  })

  it('a moment before saving is asked about where it clashes, and nothing is saved', async () => {
    const saved: { now: Partial<SkillDraftFields> } = { now: {} }
    const page = changing(saved, careful(saved))
    await page.user.type(await screen.findByLabelText('Summary'), ' Mine.')
    await waitFor(() => expect(saveButton().disabled).toBe(false))
    saved.now = { shortDescription: 'Theirs.' }
    await page.user.click(saveButton())
    expect((await screen.findByRole('alert')).textContent).toContain('It was changed')
    expect(screen.getByRole('button', { name: 'Keep mine: Summary' })).toBeTruthy()
    expect(page.made('skills.save')).toHaveLength(1)
  })

  it('may be its handle: what is open goes on as the same skill, its draft too', async () => {
    const saved: { now: Partial<SkillDraftFields> } = { now: {} }
    const page = changing(saved)
    const summary = await screen.findByLabelText<HTMLTextAreaElement>('Summary')
    await page.user.type(summary, ' Mine.')
    saved.now = { handle: 'look-up' }
    told(page)
    expect(await screen.findByRole('heading', { name: '@look-up' })).toBeTruthy()
    expect(screen.getByLabelText('Summary')).toBe(summary)
    expect(screen.getByLabelText<HTMLInputElement>('Handle').value).toBe('look-up')
    expect(useNavigation.getState().place).toEqual({ screen: 'skills', skill: 'look-up' })
    await waitFor(() =>
      expect(page.made('skills.save-draft').at(-1)).toMatchObject({
        key: 'search-info',
        kept: {
          draft: { handle: 'look-up', shortDescription: 'Does it. Mine.' },
          basedOn: { handle: 'look-up' },
        },
      }),
    )
  })

  it('says that the skill is gone, and can still be saved', async () => {
    const gone = { is: false }
    const page = openSkillsPage('search-info', {
      'skills.opened': () => (gone.is ? null : openedOf('search-info')),
    })
    await instruction()
    gone.is = true
    told(page)
    expect(await screen.findByText(/was deleted elsewhere/)).toBeTruthy()
    await waitFor(() => expect(saveButton().disabled).toBe(false))
  })
})
