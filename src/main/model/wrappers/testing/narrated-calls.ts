/** Tool calls as models write them into their text, for tools `call_tool` and those it dispatches to. */
const call = '{"name": "call_tool", "arguments": {"tool": "find_file", "instruction": "Find the passport"}}'

/** Written by Qwen2.5-Coder 0.5B and 1.5B after a first real call, or of the kinds seen there. */
export const narratedCalls: readonly [name: string, text: string][] = [
  ['bare JSON', call],
  ['spaced JSON', '{\n    "name" : "call_tool",\n    "arguments": {}'],
  ['fenced JSON', `\`\`\`json\n${call}\n\`\`\``],
  ['a fence without a language', `\`\`\`\n${call}\n\`\`\``],
  ['a fence on one line', `\`\`\`json ${call}\`\`\``],
  ['inline code', `\`${call}\``],
  ['inside <tools>', `<tools>\n${call}\n</tools>`],
  ['inside <tools> in a fence', `\`\`\`xml\n<tools>${call}</tools>\n\`\`\``],
  ['the call token as text', `<tool_call>\n${call}\n</tool_call>`],
  ['a list', `[${call}]`],
  ['the OpenAI shape', '{"type": "function", "function": {"name": "call_tool", "arguments": "{}"}}'],
  ['an id first', '{"id": 1, "name": "call_tool"}'],
  ['single quotes', "{'name': 'call_tool', 'arguments': {}}"],
  ['the arguments alone', '{"tool": "find_file", "instruction": "Find it"}'],
  ['a dispatched tool by name', '{"name": "check_notebook", "arguments": {"query": "wifi"}}'],
  ['a name with a stray @', '{"name": "@find_file", "arguments": {}}'],
  ['function style, JSON', 'call_tool({"tool": "find_file"})'],
  ['function style, keywords', 'call_tool(tool="find_file", instruction="Find it")'],
  ['function style, a string', "find_file('passport')"],
  ['function style in a fence', '```python\ncall_tool(tool="find_file")\n```'],
  ['no arguments at the start of a line', 'current_date()'],
  ['name and object', 'call_tool {"tool": "find_file"}'],
  ['name, colon and object', 'find_file: {"query": "x"}'],
  ['the tag with a name', '<function=call_tool>\n{"tool": "find_file"}</function>'],
]

/** What stands before a call. */
export const sentences = [
  '',
  'Sure, ',
  'Sure, let me look that up.\n',
  'To find your passport number, I will use the following tool:\n\n',
  "I'll use find_file for this: ",
]
