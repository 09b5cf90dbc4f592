import { type NotebookItem, notebookKinds } from '../notebook/notebook-line.ts'
import type { Command } from './command.ts'
import { choice, shownText, textArgument, textOption } from './text-argument.ts'

const searchLimit = 50

const add: Command = {
  name: 'notebook add',
  summary: 'Write a line into the Notebook (TEXT of - reads standard input, byte for byte)',
  args: ['TEXT'],
  options: {
    kind: { type: 'string', value: notebookKinds.join('|'), help: 'What sort of line it is (default fact)' },
    subject: { type: 'string', value: 'S', help: 'What or whom it is about: the name on a person’s page' },
  },
  example: 'pixie notebook add "Ada\'s birthday is 3 May" --kind person --subject Ada',
  async run(input) {
    const kind = choice(input, 'kind', notebookKinds) ?? undefined
    const text = await textArgument(input, input.args[0] ?? '')
    const { notebook } = await input.pixie()
    const item = notebook.add({ text, kind, subject: textOption(input, 'subject') })
    return { json: item, text: `Noted as ${item.id}.` }
  },
}

const list: Command = {
  name: 'notebook list',
  summary: 'All lines of the Notebook, newest first',
  args: [],
  options: {},
  example: 'pixie notebook list',
  async run(input) {
    const { notebook } = await input.pixie()
    const items = notebook.list()
    return { json: items, text: linesOf(items, 'The Notebook is empty.') }
  },
}

const search: Command = {
  name: 'notebook search',
  summary: 'Lines of the Notebook with all these words, best first; no words = newest first',
  args: ['Q'],
  options: {},
  example: 'pixie notebook search "ada birthday"',
  async run(input) {
    const { notebook } = await input.pixie()
    const items = notebook.search(input.args[0] ?? '', { limit: searchLimit }).map((hit) => hit.line)
    return { json: items, text: linesOf(items, 'No line has these words.') }
  },
}

const forget: Command = {
  name: 'notebook forget',
  summary: 'Remove a line of the Notebook for good',
  args: ['ID'],
  options: {},
  example: 'pixie notebook forget 7k2m9x0rq4tz',
  async run(input) {
    const id = input.args[0] ?? ''
    const { notebook } = await input.pixie()
    notebook.forget(id)
    return { json: { id, forgotten: true }, text: `Forgotten: ${id}. Backups made before still hold it.` }
  },
}

export const notebookCommands: readonly Command[] = [add, list, search, forget]

function linesOf(items: readonly NotebookItem[], none: string): string {
  const width = Math.max(...notebookKinds.map((kind) => kind.length))
  const lines = items.map((item) => {
    const text = item.subject === null ? item.text : `${item.subject}: ${item.text}`
    return `${item.id}  ${item.kind.padEnd(width)}  ${shownText(text)}`
  })
  return lines.length === 0 ? none : lines.join('\n')
}
