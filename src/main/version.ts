import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Pixie's, as in `package.json`, which lies two folders up from here in the sources as in what is built of them. */
export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))
