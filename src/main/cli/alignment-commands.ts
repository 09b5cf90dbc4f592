import type { AlignmentView } from '../alignment/alignment.ts'
import { readTextFile } from '../skills/read-text.ts'
import type { Command } from './command.ts'
import { textArgument } from './text-argument.ts'

const show: Command = {
  name: 'alignment show',
  summary: 'Show what the agent is told, and what each part costs',
  args: [],
  options: {},
  example: 'pixie alignment show',
  async run({ pixie }) {
    const view = await (await pixie()).alignment.show()
    return { json: view, text: `${view.document}\n\n${priceTable(view)}` }
  },
}

const set: Command = {
  name: 'alignment set',
  summary:
    'Change what the agent is told: JSON {base?, skills?, blurbs?}, or plain text as new base instructions',
  args: ['FILE'],
  options: {},
  example: `echo '{"skills": ["@search-info"], "blurbs": []}' | pixie alignment set -`,
  async run(input) {
    const [file = ''] = input.args
    const text = file === '-' ? await textArgument(input, file) : readTextFile(file, 'this file')
    const { alignment, skills } = await input.pixie()
    // Loaded here so that help does without SQLite.
    const { parseAlignmentChange } = await import('../alignment/alignment.ts')
    const change = parseAlignmentChange(text)
    await alignment.set(change)
    for (const handle of change.skills ?? []) {
      const { slug, enabled, advertised } = skills.registry().demandSkill(handle)
      if (!enabled) input.io.note(`@${slug} is switched off, so it is not on the menu.`)
      else if (!advertised) input.io.note(`@${slug} is not advertised, so it is not on the menu.`)
    }
    const view = await alignment.show()
    const mode = alignment.mode() === 'plan' ? 'Planning is on.' : 'Planning is off: a plain conversation.'
    return { json: view, text: `${mode}\n\n${priceTable(view)}` }
  },
}

function priceTable({ parts, tokens, contextTokens }: AlignmentView): string {
  const isEstimated = parts.some((part) => part.estimated)
  const price = (count: number) => `${isEstimated ? '~' : ''}${count}`.padStart(8)
  const rows = parts.map((part) => `${part.part.padEnd(16)}${price(part.tokens)}`)
  const left = `${price(tokens)} of ${contextTokens} tokens, ${isEstimated ? '~' : ''}${contextTokens - tokens} left`
  return [...rows, `${'whole'.padEnd(16)}${left}`].join('\n')
}

export const alignmentCommands: readonly Command[] = [show, set]
