import type { ChatHistoryItem, ChatModelFunctionCall, LlamaModel, Token } from 'node-llama-cpp'
import { LlamaText, SpecialToken } from 'node-llama-cpp'
import type { StringSchema, ValueSchema } from '../../shared/json-schema.ts'
import type { LabelledText, LedgerPart } from '../../shared/ledger.ts'
import type { BoundTool, SessionSpec } from './engine.ts'
import { labelsOf, type SessionLabels } from './ledger-book.ts'
import { commonPrefix } from './token-trie.ts'
import type { PixieChatWrapper, PromptPiece } from './wrappers/pixie-wrapper.ts'

/** A tool as the library and the wrapper want it, without its handler. */
interface LibraryTool {
  readonly description: string
  readonly params?: { readonly type: 'object'; readonly properties: Readonly<Record<string, ValueSchema>> }
}

/**
 * A tool without arguments has no schema: the library then asks the model for none.
 * Lengths vanish once the grammar that keeps them exists: the grammar counts code points, but the library's check
 * afterwards counts UTF-16 units and would refuse an emoji at the limit. `fitArguments` checks them.
 */
export function toLibraryTool(tool: BoundTool, state: { readonly hasGrammar: boolean }): LibraryTool {
  const entries = Object.entries(tool.parameters.properties)
  if (entries.length === 0) return { description: tool.description }
  const properties: Record<string, ValueSchema> = {}
  for (const [name, schema] of entries) properties[name] = withFleetingLength(schema, state)
  return {
    description: tool.description,
    params: { type: 'object', properties },
  }
}

function withFleetingLength(schema: ValueSchema, state: { readonly hasGrammar: boolean }): ValueSchema {
  if (schema.type === 'array') {
    // An array's items are strings.
    return { ...schema, items: withFleetingLength(schema.items, state) as StringSchema }
  }
  // The wrapper leaves an `enum` beside `allowed` out of what the model reads.
  const decoded = schema.allowed === undefined ? schema : { ...schema, enum: schema.allowed }
  const { maxLength } = decoded
  if (maxLength === undefined) return decoded
  return Object.defineProperty({ ...decoded }, 'maxLength', {
    enumerable: true,
    get: () => (state.hasGrammar ? undefined : maxLength),
  })
}

/** The conversation before the input: system text and earlier turns. */
export function openingHistory(spec: SessionSpec): ChatHistoryItem[] {
  const earlier = (spec.earlier ?? []).flatMap((turn): ChatHistoryItem[] => [
    { type: 'user', text: turn.user },
    { type: 'model', response: [turn.reply] },
  ])
  // An empty system text would still open a system turn.
  if (spec.instructions === '') return earlier
  return [{ type: 'system', text: LlamaText(spec.instructions).toJSON() }, ...earlier]
}

/** The exact tokens of a prompt: the conversation up to the place where the model's own words begin. */
export function renderPrompt(options: {
  readonly model: LlamaModel
  readonly wrapper: PixieChatWrapper
  readonly spec: SessionSpec
  readonly input: string
  readonly calls: readonly ChatModelFunctionCall[]
}): Token[] {
  return promptText(options).tokenize(options.model.tokenizer)
}

/** The tokens that a session's prompts begin with whatever the input is: instructions, tools and earlier turns. */
export function constantPrefix(
  options: Pick<Parameters<typeof renderPrompt>[0], 'model' | 'wrapper' | 'spec'>,
): Token[] {
  const one = renderPrompt({ ...options, input: '', calls: [] })
  const other = renderPrompt({ ...options, input: 'x', calls: [] })
  return one.slice(0, commonPrefix(one, other))
}

/** As `renderPrompt`, with a beginning of the model's reply; tokenised as one text where the two meet. */
export function renderWithReply(
  options: Parameters<typeof renderPrompt>[0],
  ...replyStart: readonly (string | LlamaText)[]
): Token[] {
  return LlamaText(promptText(options), ...replyStart).tokenize(options.model.tokenizer)
}

function promptText(options: Parameters<typeof renderPrompt>[0]): LlamaText {
  return options.wrapper.generateContextState(contextOf(options)).contextText
}

function contextOf({
  spec,
  input,
  calls,
}: Pick<Parameters<typeof renderPrompt>[0], 'spec' | 'input' | 'calls'>) {
  const tools = Object.fromEntries(
    (spec.tools ?? []).map((tool) => [tool.name, toLibraryTool(tool, { hasGrammar: false })]),
  )
  return {
    chatHistory: [
      ...openingHistory(spec),
      { type: 'user' as const, text: input },
      { type: 'model' as const, response: [...calls] },
    ],
    availableFunctions: tools,
  }
}

/** The same prompt as plain text, each piece with the part of the ledger that it belongs to. */
export function labelledPrompt(
  options: Parameters<typeof renderPrompt>[0],
  inputPieces?: readonly LabelledText[],
): LabelledText[] {
  const { model, wrapper, spec, input } = options
  const labels = labelsOf(spec, input, inputPieces)
  const pieces = wrapper.pieces(contextOf(options))
  const inputAt = pieces.findLastIndex(({ kind }) => kind === 'user')
  return pieces.flatMap(({ kind, text }, index): readonly LabelledText[] => {
    if (kind === 'system') return labels.instructions
    if (index === inputAt) return labels.input
    return [{ part: partOf(kind, labels), text: shownText(text, model) }]
  })
}

function partOf(kind: PromptPiece['kind'], { earlier, tools }: SessionLabels): LedgerPart {
  switch (kind) {
    case 'user':
    case 'reply':
      return earlier
    case 'tools':
      return tools
    case 'call':
      return 'calls'
    case 'result':
      return 'results'
    case 'system':
      return 'guidance'
    case 'format':
      return 'format'
    default:
      return kind satisfies never
  }
}

/** As the tokens of the text are shown, control tokens in it visible. */
export function shownText(text: LlamaText, model: LlamaModel): string {
  return text.values
    .map((value) => {
      if (typeof value === 'string') return value
      return value instanceof SpecialToken
        ? model.detokenize(value.tokenize(model.tokenizer), true)
        : value.value
    })
    .join('')
}
