/**
 * Peer (b): one request scores the tools by their signature lines, and a second chat has only the best three bound, with
 * their full schemas. On Pixie's engine, so that narrated calls are made real.
 */
import type { System } from '../system.ts'
import type { PeerTool } from './peer-tools.ts'
import { plainChat, type Request } from './plain-chat.ts'

/** Half of Pixie's own, and enough that a second choice that was the right one is there. */
const bound = 3

const replyStart = 'Tool: '

/** Constant, so that its evaluation is reused: the date is told to the second chat only. */
function pickText(tools: readonly PeerTool[]): string {
  const lines = tools.map(({ signature }) => signature).join('\n')
  return `You choose tools for an assistant that has access to the user's own files, calendar, notebook and memory log. The tools, one a line:\n${lines}\n\nReply with the name of the tool that finds what the user asks about.`
}

/** In the order in which they are listed everywhere, whatever their scores. */
async function pick(
  { engine, question, earlier, signal, sessions }: Request,
  tools: readonly PeerTool[],
): Promise<readonly PeerTool[]> {
  const instructions = pickText(tools)
  const session = await engine.createSession({ role: 'direct', tag: 'pick', instructions, earlier })
  try {
    const candidates = tools.map((tool) => tool.bound.name)
    const scores = await session.score(question, { signal, replyStart, candidates })
    const ranked = [...tools.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    const best = new Set(ranked.slice(0, bound))
    return tools.filter((_, index) => best.has(index))
  } finally {
    sessions.push({ role: 'direct', tag: 'pick', instructions, input: question, ...session.record() })
    await session.dispose()
  }
}

/** @param toolCount Pixie's six and as many stand-ins as are missing */
export function twoStage(toolCount: number): System {
  return plainChat('two-stage', toolCount, pick)
}
