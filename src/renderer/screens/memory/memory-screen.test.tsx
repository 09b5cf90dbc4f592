// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ImportState, MemoryLine } from '../../../shared/contract/memory.ts'
import { CallError } from '../../api.ts'
import { closeScreen, renderScreen } from '../../testing/render-screen.tsx'
import { MemoryScreen } from './memory-screen.tsx'

afterEach(() => {
  closeScreen()
  vi.unstubAllGlobals()
})

/** jsdom draws nothing, so nothing ever comes into sight by itself. */
function inSight(): () => void {
  const observers = new Set<() => void>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: () => void
      constructor(callback: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
        this.tell = () => callback([{ isIntersecting: true, target: document.body }])
      }
      observe() {
        observers.add(this.tell)
      }
      disconnect() {
        observers.delete(this.tell)
      }
    },
  )
  return () =>
    act(() => {
      for (const tell of observers) tell()
    })
}

const line = (id: string, at: string, text: string, more: Partial<MemoryLine> = {}): MemoryLine => ({
  id,
  kind: 'message',
  who: 'Tova',
  at,
  atMs: Date.parse(at),
  text,
  isExcerpt: false,
  marks: [],
  ...more,
})

const lines = [
  line('a', '2026-11-30T11:00:00+01:00', 'See you at the lake'),
  line('b', '2026-11-30T09:00:00+01:00', 'ok', { who: null, kind: 'journal' }),
  line('c', '2026-11-29T23:59:00+01:00', 'Good night'),
]

const running: ImportState = {
  file: 'chat.txt',
  state: 'running',
  readBytes: 40,
  sizeBytes: 100,
  report: null,
  error: null,
}

function open(handlers: Parameters<typeof renderScreen>[1] = {}) {
  return renderScreen(<MemoryScreen />, {
    'memory.list': () => ({ lines, hasMore: false }),
    'memory.import-state': () => null,
    ...handlers,
  })
}

describe('the log', () => {
  it('is shown by the days of the owner, newest first', async () => {
    open()
    const [first = expect.unreachable()] = await screen.findAllByRole('row')
    expect(first.textContent).toContain('Today')
    const text = document.body.textContent
    expect(text.indexOf('Today')).toBeLessThan(text.indexOf('See you'))
    expect(text.indexOf('ok')).toBeLessThan(text.indexOf('Yesterday'))
    expect(text).toContain('23:59')
  })

  it('says what to bring in while it is empty', async () => {
    const { user, api } = open({
      'memory.list': () => ({ lines: [], hasMore: false }),
      'memory.import': () => true,
    })
    await user.click(await screen.findByRole('button', { name: 'Import a chat or journal…' }))
    expect(api.made.some(({ name }) => name === 'memory.import')).toBe(true)
  })

  it('reads on when the end comes into sight', async () => {
    const seen = inSight()
    open({
      'memory.list': ({ before }) =>
        before === null
          ? { lines: lines.slice(0, 2), hasMore: true }
          : { lines: before === 'b' ? lines.slice(2) : [], hasMore: false },
    })
    expect(await screen.findByText('See you at the lake')).toBeTruthy()
    expect(screen.queryByText('Good night')).toBeNull()
    await waitFor(() => {
      seen()
      expect(screen.getByText('Good night')).toBeTruthy()
    })
  })

  it('marks what was searched and says how many there are', async () => {
    const { user } = open({
      'memory.search': () => ({
        total: 431,
        lines: [line('a', lines[0]?.at ?? '', 'the lake', { marks: [[4, 8]] })],
      }),
    })
    await user.type(screen.getByRole('searchbox'), 'lake')
    expect(await screen.findByText('The best 1 of 431 lines')).toBeTruthy()
    expect(document.querySelector('mark')?.textContent).toBe('lake')
  })

  it('adds a line, and names what is wrong with it in the field it is about', async () => {
    const { user, api } = open({
      'memory.add': ({ at }) => {
        if (at === 'soon')
          throw new CallError({
            code: 'invalid-input',
            message: 'This is no time (soon)',
            hint: 'Write it like …',
          })
        return lines[0] ?? expect.unreachable()
      },
    })
    await user.click(screen.getByRole('button', { name: 'Add line' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByRole('textbox', { name: 'What was said or happened' }), 'Rain')
    await user.type(within(dialog).getByRole('textbox', { name: 'When' }), 'soon')
    await user.click(within(dialog).getByRole('button', { name: 'Add' }))
    expect(await within(dialog).findByText(/This is no time/)).toBeTruthy()
    await user.clear(within(dialog).getByRole('textbox', { name: 'When' }))
    await user.click(within(dialog).getByRole('button', { name: 'Add' }))
    expect(await screen.findByText('Added to the log.')).toBeTruthy()
    expect(api.made.findLast(({ name }) => name === 'memory.add')?.params).toEqual({
      text: 'Rain',
      kind: 'journal',
      who: null,
      at: null,
    })
  })
})

it('gives a day of the owner’s clock as the example of a time', async () => {
  const { user } = open({
    'app.info': () => ({
      version: '0.0.0',
      platform: 'linux',
      here: 'this computer',
      dataDir: '/profile',
      memoryBytes: 1,
      zone: 'Asia/Tokyo',
      nowMs: Date.parse('2027-03-10T23:00:00Z'),
      isSample: false,
    }),
  })
  await user.click(screen.getByRole('button', { name: 'Add line' }))
  expect(await screen.findByText('Like 2027-03-11 09:00')).toBeTruthy()
})

describe('an import', () => {
  it('is followed while it runs, can be stopped, and ends with its report', async () => {
    const { user, api } = open({
      'memory.import-state': () => running,
      'memory.cancel-import': () => ({}),
    })
    expect(await screen.findByText('Importing chat.txt · 40 %')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Import…' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(api.made.some(({ name }) => name === 'memory.cancel-import')).toBe(true)
    const report = {
      file: 'chat.txt',
      format: 'chat' as const,
      added: 2,
      duplicates: 0,
      failed: 1,
      errors: [{ line: 7, reason: 'no time' }],
    }
    api.emit('memory.import-progress', { ...running, state: 'done', report })
    expect(await screen.findByText('chat.txt: 2 lines added, 1 line could not be read')).toBeTruthy()
    expect(screen.getByText('Line 7: no time')).toBeTruthy()
  })

  it('that failed says why and what to do', async () => {
    const error = {
      code: 'invalid-input' as const,
      message: 'Pixie does not know this format',
      hint: 'Export it otherwise.',
    }
    open({ 'memory.import-state': () => ({ ...running, state: 'failed', error }) })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('chat.txt could not be imported')
    expect(alert.textContent).toContain('Export it otherwise.')
  })
})
