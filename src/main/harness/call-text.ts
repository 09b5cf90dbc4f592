/**
 * True when a text holds the syntax of a tool call: a call token, or JSON with a name and arguments, fenced or not.
 * What a person or L2 reads must never look like that.
 */
export function looksLikeCall(text: string): boolean {
  return /<\/?tool_call>|<\/?tools>|"(name|tool)"\s*:\s*"[\w-]+"\s*,\s*"(arguments|parameters|instruction)"\s*:/i.test(
    text,
  )
}
