import { QueryClient } from '@tanstack/react-query'
import type { Topic } from '../shared/contract/app.ts'
import type { Api } from './api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly topics: readonly Topic[] }
  }
}

/** Reads are kept until main says that they changed; there is no network that could be off. */
export function createQueries(api: Api): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: Number.POSITIVE_INFINITY },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  const readAgain = (topics: readonly Topic[] | null) =>
    void client.invalidateQueries({
      predicate: ({ meta }) =>
        topics === null || meta?.topics.some((topic) => topics.includes(topic)) === true,
    })
  api.on('app.changed', ({ topics }) => readAgain(topics))
  api.onGap(() => readAgain(null))
  return client
}
