import { profileOptionValues } from '../profile-options.ts'
import type { OptionSpec } from './command.ts'

/** The options that every command has. */
export const commonOptions = {
  profile: {
    type: 'string',
    value: profileOptionValues.profile,
    help: 'folder that holds everything Pixie knows',
  },
  json: { type: 'boolean', help: 'one JSON value on standard output, nothing else' },
  now: {
    type: 'string',
    value: profileOptionValues.now,
    help: 'the time to work with, instead of the clock',
  },
  tz: { type: 'string', value: profileOptionValues.tz, help: 'the time zone to work in, e.g. Europe/Berlin' },
  model: {
    type: 'string',
    value: profileOptionValues.model,
    help: 'catalogue id or GGUF file of the model to use',
  },
  quiet: {
    type: 'boolean',
    help: 'no progress and no notes on standard error, only errors and warnings about lost data',
  },
  debug: { type: 'boolean', help: 'show where an error comes from' },
  help: { type: 'boolean', help: 'show how a command is used' },
} as const satisfies Record<string, OptionSpec>
