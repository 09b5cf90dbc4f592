// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { SourceView } from '../../../shared/contract/sources.ts'
import type { Source } from '../../../shared/turn.ts'
import { CallError } from '../../api.ts'
import { closeScreen, renderScreen } from '../../testing/render-screen.tsx'
import { SourcePanel } from './source-panel.tsx'

afterEach(closeScreen)

const source: Source = {
  kind: 'file',
  id: '7',
  title: 'Passport.pdf',
  path: '/home/mara/Passport.pdf',
  location: 'page 1',
  quote: 'No. XB44',
}

const found: SourceView = {
  kind: 'file',
  title: 'Passport.pdf',
  place: 'Documents › Travel',
  state: 'found',
  text: 'Passport\nNo. XB44\nSweden',
  marks: [[9, 17]],
  location: 'page 1',
  isExcerpt: false,
  hasFile: true,
}

function Opener() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Show the source
      </button>
      {isOpen && <SourcePanel source={source} onClose={() => setIsOpen(false)} />}
    </>
  )
}

async function open(view: Partial<SourceView> = {}, handlers: Parameters<typeof renderScreen>[1] = {}) {
  const { api, user } = renderScreen(<Opener />, {
    'sources.view': () => ({ ...found, ...view }),
    ...handlers,
  })
  await user.click(screen.getByRole('button', { name: 'Show the source' }))
  await screen.findByRole('heading', { name: 'Passport.pdf' })
  return { api, user }
}

describe('the source panel', () => {
  it('shows the place with its passage marked', async () => {
    await open()
    expect(await screen.findByText('Documents › Travel · page 1')).toBeTruthy()
    expect(document.querySelector('mark')?.textContent).toBe('No. XB44')
    expect(screen.getByRole('region', { name: 'Text' }).textContent).toBe(found.text)
  })

  it('takes the focus, closes with Escape and gives the focus back', async () => {
    const { user } = await open()
    const panel = screen.getByRole('region', { name: 'Source: Passport.pdf' })
    expect(panel.contains(document.activeElement)).toBe(true)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Source: Passport.pdf' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show the source' }))
  })

  it.each([
    ['gone', 'This is not there any more.'],
    ['changed', 'This has changed since: the quoted words no longer stand in it.'],
    ['no-access', 'Pixie may no longer read this. Allow its folder again under Files.'],
  ] as const)('says when the place is %s, and still shows the quoted words', async (state, words) => {
    await open({ state, text: '', marks: [], hasFile: false })
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByText('No. XB44')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Open' })).toBeNull()
  })

  it('looks again whenever it is opened', async () => {
    let state: SourceView['state'] = 'found'
    const { user } = await open({}, { 'sources.view': () => ({ ...found, state }) })
    await user.keyboard('{Escape}')
    state = 'gone'
    await user.click(screen.getByRole('button', { name: 'Show the source' }))
    expect(await screen.findByText('This is not there any more.')).toBeTruthy()
  })

  it('says days in words, and no time of a machine', async () => {
    await open({ kind: 'event', place: 'Mara', location: '2027-03-16T10:30:00+01:00' })
    expect(await screen.findByText('Mara')).toBeTruthy()
  })

  it('opens the file and shows it in its folder, and says when the system cannot', async () => {
    const { user, api } = await open(
      {},
      {
        'sources.reveal': () => ({}),
        'sources.open': () => {
          throw new CallError({ code: 'unreadable', message: 'No app opens this', hint: 'Choose one.' })
        },
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Show in folder' }))
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(await screen.findByText('No app opens this. Choose one.')).toBeTruthy()
    expect(api.made.map(({ name, params }) => [name, params])).toEqual(
      expect.arrayContaining([
        ['sources.reveal', { path: source.path }],
        ['sources.open', { path: source.path }],
      ]),
    )
  })
})
