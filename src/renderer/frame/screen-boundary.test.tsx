// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ScreenBoundary } from './screen-boundary.tsx'

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const state = { isBroken: false }

function Fragile() {
  if (state.isBroken) throw new Error('secret detail')
  return <p>whole again</p>
}

test('a screen that broke says so without its stack, and is shown again when asked', async () => {
  state.isBroken = true
  render(
    <ScreenBoundary name="Files">
      <Fragile />
    </ScreenBoundary>,
  )
  expect(screen.getByRole('alert').textContent).toContain('Files stopped working.')
  expect(document.body.textContent).not.toContain('secret detail')
  state.isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Show it again' }))
  expect(screen.getByText('whole again')).toBeDefined()
})
