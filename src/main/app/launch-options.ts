import { parseArgs } from 'node:util'
import type { Machine } from '../data-dir.ts'
import { type ProfileOptions, profileOptions, type profileOptionValues } from '../profile-options.ts'

const options = {
  profile: { type: 'string' },
  now: { type: 'string' },
  tz: { type: 'string' },
  model: { type: 'string' },
} as const satisfies Record<keyof typeof profileOptionValues, { type: 'string' }>

/**
 * What the app was started with, read as the command line reads it. Whatever else stands there (Chromium's switches,
 * the path of the app, what the system adds) is left to those it is for. Throws `usage`.
 */
export function launchOptions(argv: readonly string[], machine: Machine): Promise<ProfileOptions> {
  const { values } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true })
  const given = Object.keys(options).map((name) => {
    const value = values[name]
    // Without `strict` an option at the end of the line is `true`, and one before another takes its name.
    const isMissing = value === true || (typeof value === 'string' && value.startsWith('--'))
    return [name, isMissing ? '' : value]
  })
  return profileOptions(Object.fromEntries(given) as Record<string, string | undefined>, machine) // made just above
}
