import type { BoundTool } from '../model/engine.ts'
import type { PromptProfile } from '../model/profile.ts'
import type { Tool } from '../tools/tool.ts'
import type { Dispatcher } from './dispatch.ts'
import { prompt } from './prompts.ts'

/**
 * The one tool of L2. It runs other tools: its arguments are a name and what is wanted, in plain words.
 * @param names of the exposed tools; only these are decoded, and their signature lines are all that L2 reads of them
 * @param profile whether the description keeps the article's example, which small models copy, and how much L2 may say
 */
export function createCallTool(
  names: readonly string[],
  profile: Pick<PromptProfile, 'callToolExample' | 'instructionLength'>,
  dispatch: (tool: string, instruction: string) => Promise<string>,
): BoundTool {
  return {
    name: 'call_tool',
    description: prompt(profile.callToolExample ? 'call-tool' : 'call-tool-plain'),
    parameters: {
      type: 'object',
      properties: {
        tool: {
          type: 'string',
          allowed: names,
          description: "the tool's name, from the signature list",
        },
        instruction: {
          type: 'string',
          maxLength: profile.instructionLength,
          description: 'plain language: what you want from it this time',
        },
      },
    },
    execute: (args) => dispatch(String(args.tool), String(args.instruction)),
  }
}

/** A tool as L2 has it when tool-agents are switched off: itself, behind the same gate. */
export function createDirectTool(tool: Tool, call: Dispatcher['call']): BoundTool {
  const { name, description, parameters } = tool
  return { name, description, parameters, execute: (args) => call(tool, args) }
}
