import { PixieError } from '../../shared/errors.ts'
import type { Command, CommandGroup } from './command.ts'
import { bashCompletion, zshCompletion } from './completion.ts'

/** `groups` with the command that describes them all to a shell. */
export function withCompletion(groups: readonly CommandGroup[]): readonly CommandGroup[] {
  const all: CommandGroup[] = [...groups, { word: 'completion', load: async () => [completion(() => all)] }]
  return all
}

function completion(groups: () => readonly CommandGroup[]): Command {
  return {
    name: 'completion',
    summary: 'Print completions for a shell, bash or zsh',
    args: ['bash|zsh'],
    options: {},
    example: 'eval "$(pixie completion bash)"',
    async run({ args: [shell = ''] }) {
      const script = await scriptFor(shell, groups())
      return { json: { shell, script }, text: script.trimEnd() }
    },
  }
}

async function scriptFor(shell: string, groups: readonly CommandGroup[]): Promise<string> {
  if (shell === 'bash') return bashCompletion(groups)
  if (shell === 'zsh') return zshCompletion(groups)
  throw new PixieError('usage', {
    what: 'no completions for this shell',
    value: shell,
    hint: 'There are completions for bash and zsh.',
  })
}
