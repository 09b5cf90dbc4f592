import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { App } from './app.tsx'

test('the window has one heading with the name of the app and says where the data stays', () => {
  const page = renderToStaticMarkup(<App />)
  expect(page.match(/<h1>(.*?)<\/h1>/g)).toEqual(['<h1>Pixie</h1>'])
  expect(page).toContain('Everything stays on this computer.')
})
