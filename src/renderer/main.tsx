import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './style.css'

const place = document.querySelector('#app')
if (place === null) throw new Error('index.html has no #app')
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
