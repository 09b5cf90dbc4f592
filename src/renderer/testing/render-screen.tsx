import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { ApiProvider } from '../api.ts'
import { createQueries } from '../queries.ts'
import { useToasts } from '../ui/toast.ts'
import { Toaster } from '../ui/toaster.tsx'
import { createFakeApi, type FakeApi } from './fake-api.ts'

// A busy machine makes a screen slow, not wrong.
configure({ asyncUtilTimeout: 5_000 })

/** Noon of 30 November 2026 in Berlin. */
export const nowMs = Date.parse('2026-11-30T11:00:00Z')

/** What every screen may ask, beside its own. */
const common = {
  'app.info': () => ({
    version: '0.0.0',
    platform: 'linux' as const,
    here: 'this computer',
    dataDir: '/profile',
    memoryBytes: 8e9,
    zone: 'Europe/Berlin',
    nowMs,
    isSample: false,
  }),
}

/** A screen over a fake main, with the toasts beside it. Call `closeScreen` after each test. */
export function renderScreen(
  element: ReactElement,
  handlers: Parameters<typeof createFakeApi>[0],
): { readonly api: FakeApi; readonly user: ReturnType<typeof userEvent.setup> } {
  const api = createFakeApi({ ...common, ...handlers })
  const user = userEvent.setup()
  render(
    <ApiProvider value={api}>
      <QueryClientProvider client={createQueries(api)}>
        {element}
        <Toaster />
      </QueryClientProvider>
    </ApiProvider>,
  )
  return { api, user }
}

export function closeScreen(): void {
  cleanup()
  useToasts.setState({ toasts: [] })
}
