// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answerHandOver, useHandOver } from './hand-over.ts'
import { createFakeApi } from './testing/fake-api.ts'

afterEach(cleanup)

function Holder({ keep }: { keep(): Promise<unknown> }) {
  useHandOver(keep)
  return null
}

it('asked by main it hands over what is shown holds, what fails included, and then says so, once', async () => {
  const did: string[] = []
  const api = createFakeApi({
    'app.handed-over': () => {
      did.push('said')
      return {}
    },
  })
  const end = answerHandOver(api)
  render(
    <>
      <Holder
        keep={async () => {
          await new Promise((resolve) => setTimeout(resolve, 20))
          did.push('kept')
        }}
      />
      <Holder keep={() => Promise.reject(new Error('no disk'))} />
    </>,
  )
  const gone = render(<Holder keep={async () => did.push('gone')} />)
  gone.unmount()
  api.emit('app.hand-over', {})
  await waitFor(() => expect(did).toEqual(['kept', 'said']))
  end()
  api.emit('app.hand-over', {})
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(did).toEqual(['kept', 'said'])
})

it('what was typed before main asked is handed over though its event is still to come', async () => {
  let text = ''
  const kept: string[] = []
  const api = createFakeApi({ 'app.handed-over': () => ({}) })
  const end = answerHandOver(api)
  render(<Holder keep={async () => kept.push(text)} />)
  setTimeout(() => {
    text = 'the last key'
  }, 0)
  api.emit('app.hand-over', {})
  await waitFor(() => expect(kept).toEqual(['the last key']))
  end()
})
