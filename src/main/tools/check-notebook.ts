import { queryTerms } from '../../shared/fold.ts'
import type { Notebook } from '../notebook/notebook.ts'
import type { NotebookItem } from '../notebook/notebook-line.ts'
import { blendedSearch } from '../search/blended-search.ts'
import { compactLines, shorten } from '../search/compact-lines.ts'
import type { Scored } from '../search/found-lines.ts'
import { type DataWords, widened } from '../search/telling-terms.ts'
import type { FoundNote, Tool, ToolResult } from './tool.ts'

/** In code points. */
const queryLength = 120
const maximumNotes = 8
/** Of the most recent notes: all that the side channel takes when nothing is searched for. */
const maximumBrowsed = 40
/** Of a note without a subject, as its title. In code points. */
const titleLength = 60

/** `check_notebook`: the owner's notes. How the model's query and the person's words are blended: `search/blended-search.ts`. */
export function createCheckNotebookTool(notebook: Pick<Notebook, 'search'>, words: DataWords): Tool {
  return {
    name: 'check_notebook',
    slug: 'check-notebook',
    pill: 'Notebook',
    title: 'Check the Notebook',
    summary: "Search the agent's distilled private Notebook",
    signature:
      'check_notebook(query) — search your distilled private Notebook (facts about the user, a page per person in their life, standing instructions, conversation digests); empty query browses recent notes',
    l2Exposed: true,
    advertiseInMenu: false,
    description:
      'Search the private Notebook: facts about the user, a page per person in their life, standing instructions, conversation digests. An empty query gives the most recent notes.',
    parameters: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          maxLength: queryLength,
          description: 'a name or a few words that the note contains; empty = most recent notes',
        },
      },
    },
    craftingRules:
      "Craft the query as the person's name or a few words the note would contain.\nLeave the query empty only to browse the most recent notes.",
    run: async (args, context) => run(notebook, String(args.query ?? ''), widened(context.question, words)),
  }
}

function run(notebook: Pick<Notebook, 'search'>, query: string, question: string): ToolResult {
  const isBrowsing = queryTerms(query).length === 0
  const hits = isBrowsing ? browse(notebook, question) : search(notebook, query, question)
  if (hits.length === 0) {
    return { text: isBrowsing ? 'The Notebook is empty.' : `No note matches "${query.trim()}".`, found: [] }
  }
  const found = hits.map(foundNote)
  const texts = hits
    .slice(0, maximumNotes)
    .map(({ line }) => (line.subject === null ? line.text : `${line.subject}: ${line.text}`))
  return { text: compactLines(texts), found }
}

function search(notebook: Pick<Notebook, 'search'>, query: string, question: string): Scored<NotebookItem>[] {
  return blendedSearch({ query, question }, maximumNotes, (words, mode, limit) =>
    notebook.search(words, { mode, limit }),
  )
}

/** The most recent notes; before them those that hold words of the question, if any do. */
function browse(notebook: Pick<Notebook, 'search'>, question: string): Scored<NotebookItem>[] {
  const asked =
    queryTerms(question).length === 0 ? [] : notebook.search(question, { mode: 'any', limit: maximumNotes })
  const ids = new Set(asked.map(({ line }) => line.id))
  const recent = notebook.search('', { limit: maximumBrowsed }).filter(({ line }) => !ids.has(line.id))
  return [...asked, ...recent].slice(0, maximumBrowsed)
}

function foundNote({ line, score }: Scored<NotebookItem>): FoundNote {
  const title = line.subject ?? shorten(line.text.replace(/\s+/g, ' ').trim(), titleLength)
  return { kind: 'note', id: line.id, title, text: line.text, score }
}
