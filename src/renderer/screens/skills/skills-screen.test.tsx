// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { CallError } from '../../api.ts'
import { matching } from './skill-overview.tsx'
import { fieldsOf, openSkillsPage, rowOf } from './testing/skills-page.tsx'

afterEach(cleanup)

describe('the list', () => {
  it('says in plain words what each skill is for the agent', async () => {
    openSkillsPage(undefined, {
      'skills.list': () => ({
        skills: [
          rowOf('a'),
          rowOf('b', { isOnMenu: false }),
          rowOf('c', { advertised: false, usedBy: ['a', 'b'] }),
          rowOf('d', { enabled: false }),
          rowOf('e', { mentionsDisabled: ['d'], hasDraft: true }),
        ],
        absentBuiltins: [{ name: 'fetch-file', summary: 'Find a file.' }],
        hasNewDraft: true,
      }),
    })
    const rows = (await screen.findAllByRole('row')).map((row) => row.textContent)
    expect(rows[0]).toContain('@aThe planner may pick it')
    expect(rows[1]).toContain('Not selected in Alignment')
    expect(rows[2]).toContain('Only when another skill mentions it')
    expect(rows[2]).toContain('Used by @a and @b')
    expect(rows[3]).toContain('@dOff')
    expect(rows[4]).toContain('Unsaved changes')
    expect(rows[4]).toContain('Mentions @d, which is switched off and brings nothing.')
    expect(screen.getByRole('button', { name: 'Bring @fetch-file back' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Go on writing' })).toBeTruthy()
  })

  it('finds words of handle, title and summary, in any order and script', () => {
    const rows = [
      rowOf('café', { shortDescription: 'Où boire' }),
      rowOf('週報', { shortDescription: 'Weekly report' }),
    ]
    expect(matching(rows, '@cafe ou').map(({ slug }) => slug)).toEqual(['café'])
    expect(matching(rows, '週').map(({ slug }) => slug)).toEqual(['週報'])
    expect(matching(rows, 'report nothing')).toEqual([])
  })

  it('deletes at once with a way back', async () => {
    const { user, made } = openSkillsPage(undefined, {
      'skills.delete': () => ({}),
      'skills.undo': () => ({ what: 'deleted @search-info' }),
    })
    await user.click(await screen.findByRole('button', { name: 'More for @search-info' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: /undo/i }))
    expect(made('skills.delete')).toEqual([{ handle: 'search-info', replaceBy: null }])
    expect(made('skills.undo')).toHaveLength(1)
  })

  it('names who mentions a skill that is to go, and puts another handle in its place', async () => {
    const { user, made } = openSkillsPage(undefined, {
      'skills.list': () => ({
        skills: [rowOf('search-info', { usedBy: ['週報', 'old-plan'] })],
        absentBuiltins: [],
        hasNewDraft: false,
      }),
      'skills.delete': ({ replaceBy }) => {
        if (replaceBy !== null) return {}
        throw new CallError({ code: 'skill-in-use', message: 'cannot delete', hint: '' })
      },
    })
    await user.click(await screen.findByRole('button', { name: 'More for @search-info' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: '@search-info is still mentioned' })
    expect(dialog.textContent).toContain('@週報 and @old-plan mention it.')
    await user.click(within(dialog).getByRole('button', { name: 'Replace and delete' }))
    expect(made('skills.delete').at(-1)).toEqual({ handle: 'search-info', replaceBy: 'fetch-file' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('reports what an import could not honour, what is hidden in it and by how much it is too long', async () => {
    const { user } = openSkillsPage(undefined, {
      'skills.import': () => [
        {
          slug: 'prep',
          enabled: false,
          notHonoured: ['scripts/run.py'],
          hidden: [
            { kind: 'invisible', line: 3, count: 2, text: 'U+200B', what: 'zero-width space' },
            {
              kind: 'look-alike',
              line: 4,
              count: 1,
              text: 'раypal',
              what: 'Cyrillic letters in a Latin word',
            },
          ],
          tooLong: { tokens: 2500, isExact: true, over: 452 },
        },
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Import…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Imported one skill' })
    const text = dialog.textContent ?? ''
    expect(text).toContain('Line 3: zero-width space, U+200B, 2 times')
    expect(text).toContain('Line 4: Cyrillic letters in a Latin word, раypal')
    expect(text).toContain('by 452 tokens')
    expect(text).toContain('Not used here: scripts/run.py')
    expect(text).toContain('Switched off')
  })

  it('says what to do when there is nothing', async () => {
    openSkillsPage(undefined, {
      'skills.list': () => ({ skills: [], absentBuiltins: [], hasNewDraft: false }),
    })
    expect(await screen.findByRole('button', { name: 'Write the first one' })).toBeTruthy()
  })
})

describe('opening', () => {
  it('shows the kept draft over what is saved, marked as not saved', async () => {
    const draft = fieldsOf('plan', { shortDescription: 'In work' })
    openSkillsPage('plan', { 'skills.draft': () => ({ draft, basedOn: fieldsOf('plan') }) })
    const summary = await screen.findByLabelText<HTMLTextAreaElement>('Summary')
    expect(summary.value).toBe('In work')
    expect(await screen.findByText('Draft kept')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Discard' })).toBeTruthy()
  })

  it('says what is wrong when there is no such skill', async () => {
    openSkillsPage('nope', {
      'skills.get': () => {
        throw new CallError({ code: 'not-found', message: 'nothing has this handle (nope)', hint: '' })
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('nothing has this handle')
  })
})
