import { z } from 'zod'
import { parseMentions } from '../../shared/mention.ts'
import type { Registry } from '../skills/registry.ts'
import type { Command } from './command.ts'
import { runTasks } from './tasks.ts'
import { textArgument } from './text-argument.ts'

interface FoundMention {
  slug: string
  from: number
  to: number
  kind: 'skill' | 'tool' | 'unknown'
}

const Task = z.object({ text: z.string() })

const mentions: Command = {
  name: 'mentions',
  summary: 'Find the @-mentions in a text from standard input, with the one grammar',
  args: [],
  options: {
    tasks: {
      type: 'string',
      value: 'FILE.jsonl',
      help: 'parse each line {id, text}; one line of JSON comes out for each',
    },
  },
  example: 'echo "FIRST use @check-notebook" | pixie mentions',
  async run(input) {
    const { pixie, io, options, signal } = input
    const registry = (await pixie()).skills.registry()
    if (typeof options.tasks === 'string') {
      return runTasks(options.tasks, io, Task, ({ text }) => ({ mentions: find(text, registry) }), signal)
    }
    const found = find(await textArgument(input, '-'), registry)
    return { json: found, text: found.map(lineOf).join('\n') || 'No mentions.' }
  },
}

function find(text: string, registry: Registry): FoundMention[] {
  return parseMentions(text, registry).map((mention) => ({
    ...mention,
    kind: registry.resolve(mention.slug)?.kind ?? 'unknown',
  }))
}

function lineOf({ slug, from, to, kind }: FoundMention): string {
  return `${`${from}-${to}`.padEnd(12)} ${kind.padEnd(8)} @${slug}`
}

export const mentionsCommands: readonly Command[] = [mentions]
