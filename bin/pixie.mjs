#!/usr/bin/env node
import { startOnNode24 } from './start.mjs'

await startOnNode24(new URL('../src/main/cli.ts', import.meta.url), process.argv.slice(2))
