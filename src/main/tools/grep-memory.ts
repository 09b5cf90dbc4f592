import { queryTerms } from '../../shared/fold.ts'
import type { Memory } from '../memory/memory.ts'
import type { MemoryLine } from '../memory/memory-line.ts'
import { blendedSearch } from '../search/blended-search.ts'
import { compactLines } from '../search/compact-lines.ts'
import { type DataWords, widened } from '../search/telling-terms.ts'
import type { Tool, ToolResult } from './tool.ts'

/** A keyword or a short phrase; in code points. */
const queryLength = 80
const maximumLines = 8
/** `YYYY-MM-DD` of an ISO time. */
const dayLength = 10

/** `grep_memory`: the long-term log. How the model's query and the person's words are blended: `search/blended-search.ts`. */
export function createGrepMemoryTool(memory: Pick<Memory, 'find'>, words: DataWords): Tool {
  return {
    name: 'grep_memory',
    slug: 'grep-memory',
    pill: 'Memory',
    title: 'Search the memory log',
    summary: 'Last-resort search of the full long-term memory log',
    signature:
      'grep_memory(query) — last-resort search of your full long-term memory log (past chats, journal, posts, messages, calls) for older/broader things not in the Notebook',
    l2Exposed: true,
    advertiseInMenu: false,
    description:
      'Search the full long-term memory log: past chats, journal, posts, messages and calls. A last resort, for older or broader things that are not in the Notebook.',
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', maxLength: queryLength, description: 'a concise keyword or short phrase' },
      },
    },
    craftingRules: 'Craft the query as a concise keyword or short phrase.',
    run: async (args, context) => run(memory, String(args.query ?? ''), widened(context.question, words)),
  }
}

function run(memory: Pick<Memory, 'find'>, given: string, question: string): ToolResult {
  const query = queryTerms(given).length === 0 ? question : given
  const hits = blendedSearch({ query, question }, maximumLines, memory.find)
  if (hits.length === 0) return { text: `Nothing in the memory log matches "${given.trim()}".`, found: [] }
  return {
    text: compactLines(hits.map(({ line }) => described(line))),
    found: hits.map(({ line, score }) => ({
      kind: 'memory',
      id: line.id,
      logKind: line.kind,
      who: line.who,
      at: line.at,
      text: line.text,
      score,
    })),
  }
}

/** `Ada, chat, 2024-05-01: see you at the lake`. */
function described(line: MemoryLine): string {
  const head = [line.who, line.kind, line.at.slice(0, dayLength)].filter((part) => part !== null).join(', ')
  return `${head}: ${line.text}`
}
