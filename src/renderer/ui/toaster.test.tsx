// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announce } from './announce.ts'
import { showToast, useToasts } from './toast.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  useToasts.setState({ toasts: [] })
  render(<Toaster />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (toast: Parameters<typeof showToast>[0]) => act(() => void showToast(toast))
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const isShown = (text: string) => screen.queryByText(text) !== null

test('a note is said politely and stays six seconds, one that can be taken back ten', () => {
  show({ text: 'Copied.' })
  show({ text: 'Deleted.', undo: () => undefined })
  expect(screen.getByText('Copied.').closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
  pass(5_999)
  expect(isShown('Copied.')).toBe(true)
  pass(1)
  expect(isShown('Copied.')).toBe(false)
  expect(isShown('Deleted.')).toBe(true)
  pass(4_000)
  expect(isShown('Deleted.')).toBe(false)
})

test('it waits while the pointer is on it or the keyboard in it', () => {
  show({ text: 'Deleted.', undo: () => undefined })
  const region = screen.getByRole('region', { name: 'Notices' })
  fireEvent.pointerEnter(region)
  pass(60_000)
  expect(isShown('Deleted.')).toBe(true)
  fireEvent.pointerLeave(region)
  act(() => screen.getByRole('button', { name: 'Undo' }).focus())
  pass(60_000)
  expect(isShown('Deleted.')).toBe(true)
})

test('Undo takes back and closes; when that fails it says so', async () => {
  const undo = vi.fn(async () => {
    throw new Error('It is gone.')
  })
  show({ text: 'Deleted.', undo })
  await act(async () => screen.getByRole('button', { name: 'Undo' }).click())
  expect(undo).toHaveBeenCalledOnce()
  expect(isShown('Deleted.')).toBe(false)
  expect(isShown('That could not be undone. It is gone.')).toBe(true)
})

test('at most three are shown, the newest', () => {
  for (const text of ['a', 'b', 'c', 'd']) show({ text })
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['b', 'c', 'd'])
})

test('what is only said is not shown', () => {
  act(() => announce('110 percent'))
  expect(screen.getByText('110 percent').closest('output')).not.toBeNull()
})
