import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createApi } from './api.ts'
import { App } from './app.tsx'
import { createQueries } from './queries.ts'
import './style.css'

const place = document.querySelector('#app')
if (place === null) throw new Error('index.html has no #app')
const api = createApi(window.pixie)
createRoot(place).render(
  <StrictMode>
    <App api={api} queries={createQueries(api)} />
  </StrictMode>,
)
