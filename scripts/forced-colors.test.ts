import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rules = (file: string) => {
  const css = readFileSync(new URL(`../src/renderer/${file}`, import.meta.url), 'utf8')
  return css.slice(css.indexOf('@media (forced-colors: active)'))
}

// A background alone is taken away where the system sets the colours.
test('the bars of a trace stay to be seen where the system sets the colours', () => {
  expect(rules('screens/trace/trace-screen.module.css')).toMatch(
    /\.track i\[data-part\] \{[^}]*forced-color-adjust: none;[^}]*background: CanvasText;/,
  )
})
