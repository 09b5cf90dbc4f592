import { expect, it } from 'vitest'
import { memoryOf, parseProcesses } from './app-processes.ts'

const table = `
    1     0   9000 /sbin/init
  100     1 200000 node start.ts --profile somewhere
  101   100  60000 node extract-process.js
  102   100  90000 /usr/lib/chromium/chromium --headless
  103   102  70000 /usr/lib/chromium/chromium --type=renderer
  104   100  50000 Pixie Helper --type=utility --utility-sub-type=node.mojom.NodeService
  200     1 400000 node other.ts
`

it('adds up main, its helpers and Chromium, and leaves out what is not the app', () => {
  expect(memoryOf(100, parseProcesses(table))).toEqual({
    main: 200_000 * 1024,
    helpers: 110_000 * 1024,
    chromium: 160_000 * 1024,
  })
})

it('finds nothing of an app that has ended', () => {
  expect(memoryOf(999, parseProcesses(table))).toEqual({ main: 0, helpers: 0, chromium: 0 })
})
