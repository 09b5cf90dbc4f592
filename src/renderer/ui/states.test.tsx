// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from '../api.ts'
import { Failure } from './failure.tsx'
import { Meter } from './meter.tsx'
import { Screen } from './screen.tsx'
import { Waiting } from './waiting.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

test('a wait that is not felt shows nothing; a longer one says what for', () => {
  vi.useFakeTimers()
  render(<Waiting>Reading your notes</Waiting>)
  pass(399)
  expect(screen.getByRole('status').textContent).toBe('')
  pass(1)
  expect(screen.getByRole('status').textContent).toBe('Reading your notes…')
})

test('a failure says what, why and what now, once, and tries again', async () => {
  const retry = vi.fn()
  const error = new CallError({ code: 'database-busy', message: 'Another Pixie writes', hint: 'End it.' })
  render(<Failure what="The notes could not be read" error={error} onRetry={retry} />)
  const sentences = [...screen.getByRole('alert').querySelectorAll('p')].map((p) => p.textContent)
  expect(sentences).toEqual(['The notes could not be read.', 'Another Pixie writes.', 'End it.'])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})

test('the way back stands before the title, for the eye and for the keyboard', () => {
  render(<Screen title="Why this answer" lead={<button type="button">Boiler service</button>} />)
  const title = screen.getByRole('heading', { name: 'Why this answer' })
  const back = screen.getByRole('button', { name: 'Boiler service' })
  expect(back.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a meter that is over its measure shows all parts in their proportion, and says the words it was given', () => {
  const { container } = render(
    <Meter
      label="Tokens"
      whole={100}
      text="150 of 100 tokens"
      parts={[
        { label: 'Base', value: 100, part: 1 },
        { label: 'Skills', value: 50, part: 2 },
      ]}
    />,
  )
  expect(screen.getByRole('meter', { name: 'Tokens' }).getAttribute('aria-valuetext')).toBe(
    '150 of 100 tokens',
  )
  const widths = [...container.querySelectorAll<HTMLElement>('[data-part]')].map(({ style }) => style.width)
  expect(widths.map(Number.parseFloat).reduce((a, b) => a + b)).toBeCloseTo(100)
})
