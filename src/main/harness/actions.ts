/** Requests to do something, which Pixie cannot: its tools only read. Code, no model. */

/** What people ask an assistant to do, at the beginning of a request. `open` and `find` are no such words: files can be found. */
const action =
  /^\s*(?:(?:please|pls|hey|ok|okay|pixie)[,\s]+)*(?:(?:can|could|will|would) you (?:please )?)?(?:order|buy|book|reserve|ring|phone|call|dial|send|email|mail|text|message|reply to|move|reschedule|postpone|cancel|pay|transfer|delete|remove|rename|create|add|set|turn|switch|play|print|post|publish|invite|schedule|remind (?:me|us) to|place an? (?:order|call)|put off|arrange|make (?:an? )?(?:appointment|reservation|booking|payment|call)|bestell\p{L}*|buche|ruf\p{L}*|sende|schick\p{L}*|verschieb\p{L}*|storniere|l[öo]sche|bezahl\p{L}*|[üu]berweise)(?![\p{L}])(?!\s+(?:numbers?|no|nr|of|from|address|code|bill|list|date|log|history|title|confirmation|id|price|cost|extension|time|name|status|details|receipt)(?![\p{L}]))/iu

/** "What calls did I have?" and "Call of 3 May" are no actions; "Call the plumber" is. */
export function asksForAction(request: string): boolean {
  return (
    action.test(request) && !/[?？]\s*$/.test(request.replace(/^\s*(?:can|could|will|would) you.*$/iu, ''))
  )
}

/** What a person is told then: what Pixie does instead. */
export const cannotAct =
  'I cannot do that for you: I only look things up in your own files, calendar, notebook and memory log. Ask me for what you need to do it yourself.'
