/** Pixie's six tools and stand-ins as the peers have them: bound as they are, counted, and noted as they run. */
import type { BoundTool } from '../../src/main/model/engine.ts'
import type { Pixie } from '../../src/main/pixie.ts'
import { createTools } from '../../src/main/tools/registry.ts'
import type { Found, Tool } from '../../src/main/tools/tool.ts'
import type { Dispatch, Source } from '../../src/shared/turn.ts'
import { furtherTools } from './further-tools.ts'

/** As Pixie: three calls of a tool in a turn; the fourth ends it. */
const callsPerTool = 3

export class StepLimit extends Error {}

/** What the tools of one turn did. */
export interface PeerLog {
  readonly dispatches: Dispatch[]
  readonly sources: Source[]
}

export interface PeerTool {
  readonly signature: string
  /** Throws `StepLimit`. */
  readonly bound: BoundTool
}

/** What a person would be shown of it: here the model read the tool's text, so that is what it may rely on. */
function sourceOf(found: Found): Source {
  const base = { kind: found.kind, id: found.id, path: null, location: null }
  switch (found.kind) {
    case 'file':
      return { ...base, title: found.title, path: found.path, quote: '' }
    case 'note':
    case 'date':
      return { ...base, title: found.title, quote: found.text }
    case 'memory':
      return { ...base, title: found.who ?? '', quote: found.text }
    case 'event':
      return { ...base, title: found.title, location: found.start, quote: `${found.start} ${found.end}` }
  }
}

function bind(tool: Tool, question: string, { dispatches, sources }: PeerLog): BoundTool {
  const { name, description, parameters } = tool
  let calls = 0
  return {
    name,
    description,
    parameters,
    async execute(args, { signal }) {
      if (++calls > callsPerTool) throw new StepLimit(name)
      const started = performance.now()
      const { text: result, found } = await tool.run(args, { signal, question, instruction: null })
      const ms = Math.round(performance.now() - started)
      const step = dispatches.length + 1
      dispatches.push({ step, tool: name, instruction: '', arguments: args, outcome: 'ran', result, ms })
      sources.push(...found.map(sourceOf))
      return result
    },
  }
}

/** @param toolCount Pixie's six and as many stand-ins as are missing */
export function peerTools(
  pixie: Pixie,
  question: string,
  toolCount: number,
): { readonly tools: readonly PeerTool[]; readonly log: PeerLog } {
  const log: PeerLog = { dispatches: [], sources: [] }
  const own = createTools({ ...pixie, weekStart: () => pixie.settings.get('weekStart') })
  const all = [...own, ...furtherTools(toolCount - own.length)]
  return {
    tools: all.map((tool) => ({ signature: tool.signature, bound: bind(tool, question, log) })),
    log,
  }
}
