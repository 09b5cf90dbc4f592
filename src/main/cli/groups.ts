import type { Command, CommandGroup } from './command.ts'

/** Every command by its first word, in the order in which the help lists them. Nothing is loaded before its word is typed. */
export const groups: readonly CommandGroup[] = [
  group('ask', async () => (await import('./ask-commands.ts')).askCommands),
  group('route', async () => (await import('./ask-commands.ts')).askCommands),
  group('when', async () => (await import('./when-commands.ts')).whenCommands),
  group('mentions', async () => (await import('./mentions-commands.ts')).mentionsCommands),
  group('skills', async () => (await import('./skills-commands.ts')).skillsCommands),
  group('alignment', async () => (await import('./alignment-commands.ts')).alignmentCommands),
  group('notebook', async () => (await import('./notebook-commands.ts')).notebookCommands),
  group('memory', async () => (await import('./memory-commands.ts')).memoryCommands),
  group('files', async () => (await import('./files-commands.ts')).filesCommands),
  group('devices', async () => (await import('./files-commands.ts')).filesCommands),
  group('calendar', async () => (await import('./calendar-commands.ts')).calendarCommands),
  group('models', async () => (await import('./models-commands.ts')).modelsCommands),
  group('trace', async () => (await import('./trace-commands.ts')).traceCommands),
  group('sample', async () => (await import('./sample-commands.ts')).sampleCommands),
  group('doctor', async () => (await import('./doctor-commands.ts')).doctorCommands),
  group('eval', async () => (await import('./measure-commands.ts')).measureCommands),
  group('bench', async () => (await import('./measure-commands.ts')).measureCommands),
]

function group(word: string, load: () => Promise<readonly Command[]>): CommandGroup {
  return { word, load: async () => (await load()).filter((command) => command.name.split(' ')[0] === word) }
}
