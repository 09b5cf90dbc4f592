import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type Api, ApiProvider } from './api.ts'
import { Frame } from './frame/frame.tsx'

/** The whole window, over the given connection to main. */
export function App({ api, queries }: { readonly api: Api; readonly queries: QueryClient }) {
  return (
    <ApiProvider value={api}>
      <QueryClientProvider client={queries}>
        <Frame />
      </QueryClientProvider>
    </ApiProvider>
  )
}
