// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { later } from './later.tsx'

afterEach(cleanup)

const Greeting = ({ name }: { readonly name: string }) => <p>Hello {name}</p>
const show = (part: React.ReactNode) => render(<Suspense fallback={<p>Waiting</p>}>{part}</Suspense>)

test('what was read ahead is drawn at once', async () => {
  const { Part, read } = later(async () => Greeting)
  await read()
  show(<Part name="Mara" />)
  expect(screen.getByText('Hello Mara')).toBeDefined()
})

test('what was not is drawn when it has been read, and stays when it is drawn again', async () => {
  const { Part, read } = later(async () => Greeting)
  const { rerender } = show(<Part name="Mara" />)
  expect(screen.getByText('Waiting')).toBeDefined()
  const drawn = await screen.findByText('Hello Mara')
  await read()
  rerender(
    <Suspense fallback={<p>Waiting</p>}>
      <Part name="Ada" />
    </Suspense>,
  )
  expect(drawn.textContent).toBe('Hello Ada')
  expect(drawn.isConnected).toBe(true)
})
