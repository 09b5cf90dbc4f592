import { QueryClient, type QueryMeta } from '@tanstack/react-query'
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
  const readAgain = async (topics: readonly Topic[] | null) => {
    const stale = {
      predicate: ({ meta }: { readonly meta?: QueryMeta | undefined }) =>
        topics === null || meta?.topics.some((topic) => topics.includes(topic)) === true,
    }
    // A first read that is on its way began before the change; invalidating alone would take its answer for new.
    await client.cancelQueries(stale, { silent: true })
    await client.invalidateQueries(stale)
  }
  api.on('app.changed', ({ topics }) => void readAgain(topics))
  api.onGap(() => void readAgain(null))
  return client
}
