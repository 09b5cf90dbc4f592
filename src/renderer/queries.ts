import { type Query, QueryClient } from '@tanstack/react-query'
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
      predicate: (query: Query) => topics === null || topicsOf(query).some((topic) => topics.includes(topic)),
    }
    // A first read that is on its way began before the change; invalidating alone would take its answer for new.
    await client.cancelQueries(stale, { silent: true })
    await client.invalidateQueries(stale)
  }
  api.on('app.changed', ({ topics }) => void readAgain(topics))
  api.onGap(() => void readAgain(null))
  return client
}

/** Of all readers: two that read the same call for different reasons share one query, whose own topics are the first one's. */
function topicsOf({ meta, observers }: Query): Topic[] {
  return [meta, ...observers.map(({ options }) => options.meta)].flatMap((each) => each?.topics ?? [])
}
