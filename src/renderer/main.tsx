import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiProvider, createApi } from './api.ts'
import { App } from './app.tsx'
import { createQueries } from './queries.ts'
import './style.css'

const place = document.querySelector('#app')
if (place === null) throw new Error('index.html has no #app')
const api = createApi(window.pixie)
createRoot(place).render(
  <StrictMode>
    <ApiProvider value={api}>
      <QueryClientProvider client={createQueries(api)}>
        <App />
      </QueryClientProvider>
    </ApiProvider>
  </StrictMode>,
)
