/**
 * Finds tool calls that a model writes as text instead of with its call token: bare JSON, fenced JSON, JSON inside
 * `<tools>`, function style, each with or without a sentence before it. A pure streaming scanner: text that may
 * still turn out to be call syntax is held back, and how the text is cut into pieces changes nothing.
 *
 * What decides is a known tool name in the place of a name, never a brace or a fence alone, so a reply
 * about code passes untouched.
 */

export interface KnownNames {
  /** Names of the bound tools. */
  readonly tools: readonly string[]
  /** Names that a bound tool takes as a value, e.g. the tools that `call_tool` dispatches to. */
  readonly values: readonly string[]
}

export interface CallScanner {
  /** Takes the next piece of text and returns what is certainly not call syntax. After `found` it returns nothing. */
  push(text: string): string
  /** The text is complete: returns what was held back, without fragments of call syntax. */
  end(): string
  /** `call`: a call begins here. `result`: the model makes up a tool's result. */
  readonly found: 'call' | 'result' | null
}

/** What the text at some place is. `more`: not decided by what there is. `drop`: syntax without meaning, `length` long. */
type Verdict = 'call' | 'result' | 'no' | 'more' | { readonly drop: number }

/** Keys under which models put the tool's name. */
const nameKeys = ['name', 'function', 'function_name', 'tool', 'tool_name', 'action', 'tool_call', 'call']
/** Keys that models put before the name. */
const neutralKeys = ['type', 'id', 'index', 'role']
const callTags = ['<tool_call>', '<function_call>', '<|tool_call|>', '<|python_tag|>']
const resultTags = ['<tool_response>', '<tool_result>']
const strayTags = [
  '</tool_call>',
  '</function_call>',
  '</tools>',
  '</tool_response>',
  '</tool_result>',
  '</function>',
]
/** How long an undecided object may grow. Longer than any key and name that matter; it bounds the hold-back. */
const longestUndecided = 160

export function createCallScanner(names: KnownNames): CallScanner {
  const known = new Set([...names.tools, ...names.values])
  let held = ''
  let before = ''
  let found: CallScanner['found'] = null

  const scan = (isEnd: boolean): string => {
    let released = ''
    let at = 0
    while (at < held.length && found === null) {
      const rest = held.slice(at)
      const verdict = mayOpen(rest, before, known) ? classify(rest, before, known) : 'no'
      if (verdict === 'more' && !isEnd) break
      if (verdict === 'call' || verdict === 'result') found = verdict
      else if (verdict === 'more' && isFragment(rest)) at = held.length
      else {
        const dropped = typeof verdict === 'object' ? verdict.drop : 0
        if (dropped === 0) released += held.charAt(at)
        at += Math.max(1, dropped)
        before = held.charAt(at - 1)
      }
    }
    held = found === null ? held.slice(at) : ''
    return released
  }

  return {
    push(text) {
      if (found !== null) return ''
      held += text
      return scan(false)
    },
    end: () => scan(true),
    get found() {
      return found
    },
  }
}

function mayOpen(rest: string, before: string, known: ReadonlySet<string>): boolean {
  if ('<`{['.includes(rest.charAt(0))) return true
  if (isWordCharacter(before)) return false
  return [...known].some((name) => name.startsWith(rest) || rest.startsWith(name))
}

function classify(text: string, before: string, known: ReadonlySet<string>): Verdict {
  switch (text.charAt(0)) {
    case '<':
      return classifyTag(text, known)
    case '`':
      return classifyFence(text, known)
    case '[':
      return classifyList(text, known)
    case '{':
      return classifyObject(text, known)
    default:
      return classifyFunction(text, before === '' || before === '\n', known)
  }
}

function classifyTag(text: string, known: ReadonlySet<string>): Verdict {
  const starts = (tag: string) => text.startsWith(tag)
  if (callTags.some(starts)) return 'call'
  if (resultTags.some(starts)) return 'result'
  const stray = strayTags.find(starts)
  if (stray !== undefined) return { drop: stray.length }
  if (starts('<tools>')) {
    const inside = skipSpace(text, '<tools>'.length)
    if (inside === text.length) return 'more'
    return classifyContent(text.slice(inside), known)
  }
  if (starts('<function=')) {
    const name = /^<function=["']?([\w-]*)(.?)/s.exec(text)
    if (name?.[2] === '') return 'more'
    return known.has(name?.[1] ?? '') ? 'call' : 'no'
  }
  const tags = [...callTags, ...resultTags, ...strayTags, '<tools>', '<function=']
  return tags.some((tag) => tag.startsWith(text)) ? 'more' : 'no'
}

/** One to three backticks, a language and white space, then perhaps a call. */
function classifyFence(text: string, known: ReadonlySet<string>): Verdict {
  const fence = /^`{1,3}/.exec(text)?.[0] ?? ''
  if (fence.length === text.length) return 'more'
  const inside = text.slice(fence.length)
  if (fence.length < 3) return classifyContent(inside, known)
  const direct = classifyContent(inside, known)
  if (direct !== 'no') return direct
  const language = /^[\w+-]*[ \t]*/.exec(inside)?.[0] ?? ''
  if (language.length === inside.length) return 'more'
  const content = skipSpace(inside, language.length)
  if (content === inside.length) return 'more'
  if (content === language.length && !'{[<'.includes(inside.charAt(content))) return 'no'
  return classifyContent(inside.slice(content), known)
}

/** Inside a fence or a `<tools>` tag, where a call stands at the start of a line. */
function classifyContent(text: string, known: ReadonlySet<string>): Verdict {
  if (text.startsWith('`')) return 'no'
  const verdict = mayOpen(text, '', known) ? classify(text, '', known) : 'no'
  return typeof verdict === 'object' ? 'no' : verdict
}

function classifyList(text: string, known: ReadonlySet<string>): Verdict {
  const inside = skipSpace(text, 1)
  if (inside === text.length) return text.length > longestUndecided ? 'no' : 'more'
  return text.charAt(inside) === '{' ? classifyObject(text.slice(inside), known) : 'no'
}

/** An object whose name key holds a known name, or whose neutral keys are followed by such a one. */
function classifyObject(text: string, known: ReadonlySet<string>): Verdict {
  let at = 1
  while (at <= longestUndecided) {
    at = skipSpace(text, at)
    const key = readString(text, at)
    if (key === 'no') return key
    const isKey = (name: string) => (key.isWhole ? name === key.value : name.startsWith(key.value))
    if (![...nameKeys, ...neutralKeys].some(isKey)) return 'no'
    if (!key.isWhole) return 'more'
    at = skipSpace(text, key.end)
    if (at >= text.length) return 'more'
    if (text.charAt(at) !== ':') return 'no'
    at = skipSpace(text, at + 1)
    if (at >= text.length) return 'more'
    if (text.charAt(at) === '{') return classifyObject(text.slice(at), known)
    const value = readValue(text, at)
    if (value === 'no') return value
    if (!value.isWhole) return 'more'
    if (nameKeys.includes(key.value) && known.has(bareName(value.value))) return 'call'
    at = skipSpace(text, value.end)
    if (at >= text.length) return 'more'
    if (text.charAt(at) !== ',' || !neutralKeys.includes(key.value)) return 'no'
    at += 1
  }
  return 'no'
}

/** `name({…`, `name("…`, `name(key=…`, `name {"…`, and `name()` where a line starts with it. */
function classifyFunction(text: string, isLineStart: boolean, known: ReadonlySet<string>): Verdict {
  const name = [...known].filter((one) => text.startsWith(one)).sort((a, b) => b.length - a.length)[0]
  const isLonger = [...known].some((one) => one.length > text.length && one.startsWith(text))
  if (name === undefined || isLonger) return isLonger ? 'more' : 'no'
  const after = /^[ \t]*(?::[ \t]*)?/.exec(text.slice(name.length))?.[0] ?? ''
  const at = name.length + after.length
  if (at >= text.length) return after.length > longestUndecided ? 'no' : 'more'
  if (text.charAt(at) === '{') {
    const next = skipSpace(text, at + 1)
    if (next >= text.length) return text.length > longestUndecided ? 'no' : 'more'
    return `"'}`.includes(text.charAt(next)) ? 'call' : 'no'
  }
  if (text.charAt(at) !== '(' || after !== '') return 'no'
  const inside = text.slice(skipSpace(text, at + 1))
  if (inside === '') return text.length > longestUndecided ? 'no' : 'more'
  if (`{["'`.includes(inside.charAt(0))) return 'call'
  if (inside.startsWith(')')) return isLineStart ? 'call' : 'no'
  const key = /^[\w-]{1,40}[ \t]{0,2}/.exec(inside)?.[0]
  if (key === undefined) return 'no'
  if (key.length === inside.length) return 'more'
  return '=:'.includes(inside.charAt(key.length)) ? 'call' : 'no'
}

/** What is left at the end and undecided: is it the beginning of a call rather than of a sentence? */
function isFragment(text: string): boolean {
  const inner = text
    .replace(/^`{1,3}[\w+-]*\s*/, '')
    .replace(/^<tools>\s*/, '')
    .replace(/^\[\s*/, '')
  if (inner.startsWith('<')) return inner.length >= 5
  const key = /^\{\s*["']([a-z_]*)/.exec(inner)?.[1]
  if (key !== undefined)
    return [...nameKeys, ...neutralKeys].some((name) => key !== '' && name.startsWith(key))
  return text.startsWith('<tools>')
}

interface Read {
  readonly value: string
  readonly end: number
  /** False when the text ends before the value does. */
  readonly isWhole: boolean
}

/** A quoted string on one line. */
function readString(text: string, at: number): Read | 'no' {
  const quote = text.charAt(at)
  if (quote === '') return { value: '', end: at, isWhole: false }
  if (quote !== '"' && quote !== "'") return 'no'
  const end = text.indexOf(quote, at + 1)
  const value = text.slice(at + 1, end === -1 ? undefined : end)
  if (value.includes('\n') || value.length > longestUndecided / 2) return 'no'
  return { value, end: end === -1 ? text.length : end + 1, isWhole: end !== -1 }
}

function readValue(text: string, at: number): Read | 'no' {
  const number = /^\d{1,9}/.exec(text.slice(at))?.[0]
  if (number === undefined) return readString(text, at)
  return { value: number, end: at + number.length, isWhole: at + number.length < text.length }
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1
  return at
}

/** Models write `@find-file` or `functions.find_file` where the name belongs. */
function bareName(value: string): string {
  return value
    .trim()
    .replace(/^@/, '')
    .replace(/^functions?\./, '')
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character)
}
