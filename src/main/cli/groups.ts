import type { CommandGroup } from './command.ts'

/** Every command by its first word, in the order in which the help lists them. Nothing is loaded before its word is typed. */
export const groups: readonly CommandGroup[] = []
