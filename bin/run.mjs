// `node bin/run.mjs FILE.ts [ARGUMENTS]`: runs a TypeScript file of this project on a Node that reads it.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startOnNode24 } from './start.mjs'

const [file = '', ...args] = process.argv.slice(2)
await startOnNode24(pathToFileURL(resolve(file)), args)
