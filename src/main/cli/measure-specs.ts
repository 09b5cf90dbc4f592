/**
 * `pixie eval` and `pixie bench` as data: the command line lists them and starts the programs in `eval/` and `bench/`, which
 * read their own options by the same lists.
 */
import { PixieError } from '../../shared/errors.ts'
import type { Command, CommandInput } from './command.ts'

export type CommandSpec = Omit<Command, 'run'>

export const evalSpec: CommandSpec = {
  name: 'eval',
  summary: 'Ask questions whose answers are known and report success and cost',
  args: ['[FILE…]'],
  options: {
    tasks: { type: 'string', value: 'dev|test|sample|FILE', help: 'which tasks (default dev)' },
    owner: {
      type: 'string',
      value: 'NAME',
      help: 'only those of this owner; may be repeated',
      repeats: true,
    },
    only: { type: 'string', value: 'LAYER', help: 'route, l2 or whole (default whole)' },
    class: { type: 'string', value: 'NAME', help: 'only this class of tasks' },
    once: { type: 'boolean', help: 'only the tasks’ own wordings' },
    out: { type: 'string', value: 'FILE', help: 'where results are written, a line as each task ends' },
    resume: { type: 'boolean', help: 'go on with the file of --out' },
    without: { type: 'string', value: 'SWITCH', help: 'switch a part off; may be repeated', repeats: true },
    set: {
      type: 'string',
      value: 'NAME=VALUE',
      help: 'change the prompt profile; may be repeated',
      repeats: true,
    },
    peer: {
      type: 'string',
      value: 'NAME',
      help: 'another system on the same model: chat, chat-repaired, two-stage',
    },
    tools: {
      type: 'string',
      value: 'N',
      help: 'tools there are: Pixie’s six and stand-ins, up to 50 (default 6)',
    },
    report: {
      type: 'string',
      value: 'FILE',
      help: 'report on results that are there; with more files, a table',
    },
    keep: { type: 'boolean', help: 'with --report: keep what it is held to, for docs/benchmarks.md' },
    compare: { type: 'string', value: 'FILE', help: 'compare results with those of a second file' },
  },
  example: 'pixie eval --tasks dev --only route --out route.jsonl',
}

export const benchSpec: CommandSpec = {
  name: 'bench',
  summary: 'Measure speed, waits, reuse and memory',
  args: [],
  options: {
    only: {
      type: 'string',
      value: 'PART',
      help: 'one part: skills, loop, loop-model, app, speed or turns (default all)',
    },
    'without-model': { type: 'boolean', help: 'leave out what needs a real model' },
    check: { type: 'boolean', help: 'warn of each figure that got 20 % worse than the one kept' },
    strict: { type: 'boolean', help: 'with --check: exit with 1 when one did' },
    keep: { type: 'boolean', help: 'keep what was measured, and write docs/benchmarks.md anew' },
  },
  example: 'pixie bench --only skills --check',
}

const ofProfiles = ['profile', 'now', 'tz'] as const

/** Both make profiles of their own, with a clock of their own. Throws `usage` when told of another. */
export function assertNoProfile({ options }: CommandInput, { name }: CommandSpec): void {
  const given = ofProfiles.find((option) => options[option] !== undefined)
  if (given === undefined) return
  throw new PixieError('usage', {
    what: `pixie ${name} takes no --${given}`,
    value: String(options[given]),
    hint: 'It measures on profiles of its own; leave it out.',
  })
}
