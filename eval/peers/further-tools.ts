/** The stand-ins as tools: for Pixie itself they get a signature line, as L2 reads of its own. They find nothing. */
import type { Tool, ToolName } from '../../src/main/tools/tool.ts'
import { type StandIn, standInTools } from './stand-in-tools.ts'

/** What it takes and what it is for, in one line of at most 36 tokens. */
function signatureOf({ name, description, parameters }: StandIn): string {
  const [purpose = ''] = description.split(/\.(?:\s|$)/)
  const takes = Object.keys(parameters.properties).join(', ')
  return `${name}(${takes}) — ${purpose.charAt(0).toLowerCase()}${purpose.slice(1)}`
}

function asTool(standIn: StandIn): Tool {
  const { name, description, parameters } = standIn
  return {
    // Outside of the closed set, which only the evaluation may leave.
    name: name as ToolName,
    slug: name.replaceAll('_', '-'),
    // There is no pill for it; nobody sees this one.
    pill: 'Notebook',
    title: name.replaceAll('_', ' '),
    summary: description,
    signature: signatureOf(standIn),
    l2Exposed: true,
    advertiseInMenu: false,
    description,
    parameters,
    craftingRules: '',
    run: async () => ({ text: 'Nothing found.', found: [] }),
  }
}

/** The first `count`; none for less than one. Throws when there are not that many. */
export function furtherTools(count: number): readonly Tool[] {
  return standInTools(count).map(asTool)
}
