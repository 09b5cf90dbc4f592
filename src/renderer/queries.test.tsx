// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ApiProvider, useCall } from './api.ts'
import { createQueries } from './queries.ts'
import { createFakeApi } from './testing/fake-api.ts'

afterEach(cleanup)

function Answer() {
  const { data } = useCall('skills.names', {}, { topics: ['skills'] })
  return <p>{data === undefined ? 'nothing yet' : data.map(({ slug }) => slug).join()}</p>
}

function AlsoForModels() {
  useCall('skills.names', {}, { topics: ['models'] })
  return null
}

/** Answers each read with what was there when it began, once it is let go. */
function slowNames() {
  let slug = 'before'
  const waiting: (() => void)[] = []
  const api = createFakeApi({
    'skills.names': async () => {
      const name = { slug, title: '', kind: 'skill' as const, label: '', summary: '', enabled: true }
      await new Promise<void>((resolve) => waiting.push(resolve))
      return [name]
    },
  })
  const queries = createQueries(api)
  render(
    <ApiProvider value={api}>
      <QueryClientProvider client={queries}>
        <Answer />
      </QueryClientProvider>
    </ApiProvider>,
  )
  return {
    api,
    change: () => {
      slug = 'after'
      return act(async () => api.emit('app.changed', { topics: ['skills'] }))
    },
    answer: () =>
      act(async () => {
        for (const resolve of waiting.splice(0)) resolve()
      }),
  }
}

test('what changed is read again, and what did not is left', async () => {
  const { api, change, answer } = slowNames()
  await answer()
  expect(await screen.findByText('before')).toBeDefined()
  await act(async () => api.emit('app.changed', { topics: ['files'] }))
  expect(api.made).toHaveLength(1)
  await change()
  await answer()
  expect(await screen.findByText('after')).toBeDefined()
})

test('a change while the first read is on its way is not lost', async () => {
  const { change, answer } = slowNames()
  await change()
  await answer()
  expect(await screen.findByText('after')).toBeDefined()
})

test('two readers of one call for different reasons are both kept new', async () => {
  const { api, answer } = slowNames()
  render(
    <ApiProvider value={api}>
      <QueryClientProvider client={createQueries(api)}>
        <AlsoForModels />
        <Answer />
        <AlsoForModels />
        <Answer />
      </QueryClientProvider>
    </ApiProvider>,
  )
  await answer()
  const before = api.made.length
  await act(async () => api.emit('app.changed', { topics: ['models'] }))
  expect(api.made.length).toBe(before + 1)
})
