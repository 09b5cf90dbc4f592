import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type Api, ApiProvider } from './api.ts'
import { Frame } from './frame/frame.tsx'
import { ScreenBoundary } from './frame/screen-boundary.tsx'

/** The whole window, over the given connection to main. */
export function App({ api, queries }: { readonly api: Api; readonly queries: QueryClient }) {
  return (
    <ApiProvider value={api}>
      <QueryClientProvider client={queries}>
        <ScreenBoundary name="Pixie">
          <Frame />
        </ScreenBoundary>
      </QueryClientProvider>
    </ApiProvider>
  )
}
