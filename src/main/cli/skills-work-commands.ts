/** What the skill editor shows, for the command line: the check, the examples, the way back. */
import type { ExampleResult, SkillCheck, TreeLine } from '../../shared/contract/skills.ts'
import { PixieError } from '../../shared/errors.ts'
import { printMention } from '../../shared/mention.ts'
import { orStopped } from '../model/engine-holder.ts'
import { checkSkill } from '../skills/check.ts'
import type { KeptDraft } from '../skills/drafts.ts'
import type { Edited } from '../skills/edited.ts'
import { parseSkillText } from '../skills/import.ts'
import { readTextFile } from '../skills/read-text.ts'
import type { Skill, SkillDraft } from '../skills/skill.ts'
import type { Command, CommandInput } from './command.ts'
import { forTerminal } from './for-terminal.ts'
import { textArgument, textOption } from './text-argument.ts'

const changing = {
  id: { type: 'string', value: 'HANDLE', help: 'as a change of this skill' },
} as const

const check: Command = {
  name: 'skills check',
  summary: 'Say what saving a skill would come to: handle, unknown mentions, tools, price. Saves nothing',
  args: ['FILE'],
  options: changing,
  example: 'pixie skills check skill.json --id @weekly-plan',
  async run(input) {
    const { skills, alignment, grants } = await input.pixie()
    const result = checkSkill(await editedFrom(input, input.args[0] ?? ''), {
      namespace: skills.registry(),
      isGranted: (tool) => grants.has('tool', tool),
      countTokens: await alignment.tokenizer(),
    })
    return { json: result, text: checkText(result) }
  },
}

const examples: Command = {
  name: 'skills examples',
  summary: 'Ask the planner for every example request, each time without showing it that one',
  args: ['[FILE]'],
  options: changing,
  example: 'pixie skills examples skill.json --id @weekly-plan',
  async run(input) {
    const { io, json, signal } = input
    const [file] = input.args
    const edited = file === undefined ? null : await editedFrom(input, file)
    const { routing } = await input.pixie()
    let asked: string | null = null
    const onResult = (result: ExampleResult, done: number, of: number) => {
      asked = `${done} of ${of}`
      if (!json) io.write(forTerminal(`${exampleLine(result)}\n`))
      io.progress(`Asked ${asked}`)
    }
    // A model in the middle of a long prompt may take a moment to notice a stop.
    const asking = orStopped(routing.examples(edited, signal, onResult), signal)
    const results = await asking.catch((error: unknown) => {
      throw signal.aborted ? stoppedAfter(asked, error) : error
    })
    io.progress('')
    const right = results.filter(({ isRight }) => isRight).length
    return { json: results, text: `${right} of ${results.length} go where they should.` }
  },
}

function exampleLine({ slug, example, goesTo, isRight }: ExampleResult): string {
  const elsewhere = `  goes to ${goesTo === null ? 'no tool' : printMention(goesTo)}`
  return `${isRight ? 'right' : 'WRONG'}  ${printMention(slug)}  ${example}${isRight ? '' : elsewhere}`
}

function stoppedAfter(asked: string | null, cause: unknown): PixieError {
  return new PixieError('stopped', {
    what: asked === null ? 'stopped before an example was asked' : `stopped, ${asked} examples were asked`,
    hint: 'Run it again to go on with the others.',
    cause,
  })
}

const undo: Command = {
  name: 'skills undo',
  summary: 'Take back the last rename, deletion or restoration of a skill',
  args: [],
  options: {},
  example: 'pixie skills undo',
  async run({ pixie }) {
    const what = (await pixie()).skills.undo()
    return { json: { what }, text: `Taken back: ${what}.` }
  },
}

/** What stands in the file over what is saved; a missing key stays as it was. */
async function editedFrom(input: CommandInput, file: string): Promise<Edited> {
  const text = file === '-' ? await textArgument(input, file) : readTextFile(file, 'this skill')
  const { draft } = parseSkillText(text)
  const id = textOption(input, 'id')
  const before = id === null ? null : (await input.pixie()).skills.registry().demandSkill(id)
  return { original: before?.slug ?? null, draft: keptDraft(draft, before) }
}

function keptDraft(draft: SkillDraft, before: Skill | null): KeptDraft {
  return {
    handle: draft.handle ?? before?.slug ?? draft.title ?? '',
    shortDescription: draft.shortDescription ?? before?.shortDescription ?? '',
    detailedBody: draft.detailedBody ?? before?.detailedBody ?? '',
    enabled: draft.enabled ?? before?.enabled ?? true,
    advertised: draft.advertised ?? before?.advertised ?? true,
    examples: [...(draft.examples ?? before?.examples ?? [])],
  }
}

const notes: Readonly<Record<NonNullable<TreeLine['note']>, string>> = {
  again: 'already above',
  disabled: 'switched off, brings nothing',
  'no-grant': 'may not be used',
  hidden: 'bound, not shown to the follower',
}

function checkText(result: SkillCheck): string {
  const { slug, slugNote, unknown, tree, price, summary, problems } = result
  const about = (tokens: number) => `${price.isExact ? '' : '~'}${tokens}`
  const meant = unknown.map(({ slug: other, hidden, meant: near }) => {
    const remarks = [
      hidden === null ? null : `look closely: ${hidden}`,
      near === null ? null : `did you mean ${printMention(near)}?`,
    ]
    return [`${printMention(other)} is unknown`, ...remarks.filter((remark) => remark !== null)].join('; ')
  })
  return [
    slug === null
      ? 'No handle.'
      : `Would be ${printMention(slug)}.${slugNote === null ? '' : ` ${slugNote}`}`,
    ...problems,
    ...meant,
    ...summary.warnings.map((warning) => `Summary: ${warning}`),
    ...tree.map(
      (line) =>
        `${'  '.repeat(line.depth + 1)}${printMention(line.slug)}${line.note === null ? '' : ` (${notes[line.note]})`}`,
    ),
    `${price.parts.map(({ part, tokens }) => `${part} ${about(tokens)}`).join(', ')}`,
    price.left >= 0
      ? `Fits with the longest question: ${about(price.left)} tokens left.`
      : `Too long by ${about(-price.left)} tokens to be followed.`,
  ].join('\n')
}

export const skillsWorkCommands: readonly Command[] = [check, examples, undo]
