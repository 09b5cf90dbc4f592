/** Who can be asked: Pixie and its peers, with 6 to 50 tools. */
import { pixieSystem } from './ask-pixie.ts'
import { furtherTools } from './peers/further-tools.ts'
import { plainChat } from './peers/plain-chat.ts'
import { twoStage } from './peers/two-stage.ts'
import type { System } from './system.ts'

/** Of these only `chat` runs on the library's session. */
export const peerNames = ['chat', 'chat-repaired', 'two-stage'] as const
export type PeerName = (typeof peerNames)[number]

const ownTools = 6
const mostTools = 50

/**
 * @param peer null = Pixie
 * @param toolCount Pixie's six and as many stand-ins as are missing
 * Throws for a number of tools that there is not.
 */
export function systemOf(peer: PeerName | null, toolCount: number): System {
  if (!Number.isInteger(toolCount) || toolCount < ownTools || toolCount > mostTools)
    throw new Error(`--tools takes a whole number from ${ownTools} to ${mostTools}.`)
  if (peer === 'two-stage') return twoStage(toolCount)
  if (peer !== null) return plainChat(peer, toolCount)
  if (toolCount === ownTools) return pixieSystem
  const name = `${pixieSystem.name}, ${toolCount} tools`
  return { ...pixieSystem, name, furtherTools: furtherTools(toolCount - ownTools) }
}
