// @vitest-environment jsdom
import { cleanup, within as inside, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { SourceView } from '../../../shared/contract/sources.ts'
import type { Source } from '../../../shared/turn.ts'
import { CallError } from '../../api.ts'
import { SourceCard } from './source-card.tsx'
import { answer, fileSource, question } from './testing/messages.ts'
import { callsOf, fakeMain, renderChat, within } from './testing/render-chat.tsx'

afterEach(cleanup)

const answerText = 'The next service is due on 12 September 2027.'

function show(
  source: Source,
  view: Partial<SourceView> = {},
  handlers: Parameters<typeof fakeMain>[1] = {},
  answer: string = answerText,
) {
  const main = fakeMain(
    {},
    {
      'sources.view': () => ({
        kind: source.kind,
        title: source.title,
        place: 'Home › Documents › House',
        state: 'found',
        text: `Pressure 1.4 bar. ${source.quote} Checked.`,
        marks: [[18, 18 + source.quote.length]],
        location: source.location,
        isExcerpt: true,
        hasFile: source.kind === 'file',
        ...view,
      }),
      ...handlers,
    },
  )
  const onOpen = vi.fn()
  render(within(main, <SourceCard source={source} answer={answer} onOpen={onOpen} />))
  return { main, onOpen }
}

test('a file shows its kind, folder and page, and its words with the used passage marked', async () => {
  show(fileSource())
  const card = screen.getByRole('region', { name: 'Found in boiler-service-2026.pdf' })
  expect(inside(card).getByText('PDF')).toBeDefined()
  await waitFor(() =>
    expect(card.querySelector('mark')?.textContent).toBe('Next service due 12 September 2027.'),
  )
  await waitFor(() =>
    expect(inside(card).getByTitle(fileSource().path ?? '').textContent).toBe(
      '… › Documents › House · page 1',
    ),
  )
  expect(card.querySelector('blockquote')?.textContent).toBe(
    'Pressure 1.4 bar. Next service due 12 September 2027. Checked.',
  )
})

test('nothing is marked when the answer has no facts of the quote', async () => {
  show(fileSource(), {}, {}, 'I do not know.')
  await screen.findByText(/Pressure 1.4 bar\. Next service/)
  expect(document.querySelector('mark')).toBeNull()
})

test.each([
  ['note', 'Note'],
  ['event', 'Event'],
  ['memory', 'Memory'],
] as const)('a %s says what it is', (kind, name) => {
  show({ ...fileSource(), kind, path: null })
  expect(screen.getByText(name)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show in its folder' })).toBeNull()
})

test('Open shows the place in the app, the folder button shows the file in its folder', async () => {
  const source = fileSource()
  const { main, onOpen } = show(source, {}, { 'sources.reveal': () => ({}) })
  await userEvent.click(screen.getByRole('button', { name: 'Open boiler-service-2026.pdf' }))
  expect(onOpen).toHaveBeenCalledWith(source)
  await userEvent.click(screen.getByRole('button', { name: 'Show in its folder' }))
  expect(callsOf(main, 'sources.reveal')).toEqual([{ path: source.path }])
})

test('a file that is gone says so, keeps its words and offers nothing to open', async () => {
  show(fileSource(), { state: 'gone', text: '', marks: [] })
  expect(await screen.findByText('It is not there any more. This is what it said:')).toBeDefined()
  expect(screen.getByText('Next service due 12 September 2027.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a folder that cannot be shown says why in the card', async () => {
  show(
    fileSource(),
    {},
    {
      'sources.reveal': () => {
        throw new CallError({
          code: 'permission-denied',
          message: 'This folder is not granted',
          hint: 'Grant it.',
        })
      },
    },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Show in its folder' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This folder is not granted')
})

test('an opened source stands beside the conversation and goes when one closes it', async () => {
  renderChat(fakeMain({ c1: [question('q1', 'When?'), answer('a1', 'Soon.', { sources: [fileSource()] })] }))
  await userEvent.click(await screen.findByRole('button', { name: /^Open boiler/ }))
  const panel = screen.getByRole('complementary', { name: 'Source' })
  await userEvent.click(inside(panel).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('complementary')).toBeNull()
})
