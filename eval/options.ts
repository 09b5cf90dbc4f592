import type { CommandInput } from '../src/main/cli/command.ts'
import { PixieError } from '../src/shared/errors.ts'

export function usage(what: string, value: string, hint: string): PixieError {
  return new PixieError('usage', { what, value, hint })
}

/** The value of an option; null when it was not given. */
export function textOption({ options }: CommandInput, name: string): string | null {
  const value = options[name]
  return typeof value === 'string' ? value : null
}
