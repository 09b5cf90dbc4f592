/**
 * True when a text holds the syntax of a tool call: a call token, or JSON with a name and arguments, fenced or not.
 * What a person or L2 reads must never look like that.
 */
export function looksLikeCall(text: string): boolean {
  return /<\/?tool_call>|<\/?tools>|"(name|tool)"\s*:\s*"[\w-]+"\s*,\s*"(arguments|parameters|instruction)"\s*:/i.test(
    text,
  )
}

const callTags = /<\/?tool_call>|<\/?tools>|<\|[^|<>\n]{1,40}\|>/gi
const callObject = /\{[^{}]*"(?:name|tool)"\s*:\s*"[\w-]+"[^{}]*(?:\{[^{}]*\}[^{}]*)?\}/g

/** A text of the owner's as a model may read it: what looks like a call or a control token in it is left out, so that no file or note can make one. */
export function withoutCalls(text: string): string {
  const plain = text.replace(callTags, ' ')
  return looksLikeCall(plain) ? plain.replace(callObject, '…') : plain
}
