import {
  type ChatHistoryItem,
  type ChatModelResponse,
  ChatWrapper,
  type ChatWrapperGenerateContextStateOptions,
  type ChatWrapperGeneratedContextState,
  type ChatWrapperSettings,
  LlamaText,
  type LlamaTextInputValue,
  SpecialToken,
  SpecialTokensText,
} from 'node-llama-cpp'
import { type Dialect, spacedJson, toolLines, type Written } from './dialects.ts'

type ModelPart = ChatModelResponse['response'][number]

/** A piece of a rendered prompt and whose words it holds. `format` is what the dialect puts around the others. */
export interface PromptPiece {
  readonly kind: 'format' | 'system' | 'tools' | 'user' | 'reply' | 'call' | 'result'
  readonly text: LlamaText
}

const piece = (kind: PromptPiece['kind'], ...text: LlamaTextInputValue[]): PromptPiece => ({
  kind,
  text: LlamaText(text),
})
const format = (...written: Written[]): PromptPiece => piece('format', ...written.map(toLlamaText))

/**
 * Renders a conversation in a dialect and tells the library's loop where a call may or must start.
 *
 * What the loop shall do is read from the history alone, since the library renders anew at every turn of the loop:
 * - the reply has no call yet and one is due: the next thing is a call;
 * - the reply has its one call: text only;
 * - the reply has unfinished text and tools are bound: the library renders that only to begin a call
 *   (nothing else makes it render in mid-reply; the context never shifts), so the text before the call is dropped.
 */
export class PixieChatWrapper extends ChatWrapper {
  readonly wrapperName: string
  override readonly settings: ChatWrapperSettings
  readonly #dialect: Dialect
  readonly #mustCall: 'first' | 'once' | 'free'
  readonly #hasBos: boolean

  constructor(options: { dialect: Dialect; mustCall: 'first' | 'once' | 'free'; hasBos: boolean }) {
    super()
    this.#dialect = options.dialect
    this.#mustCall = options.mustCall
    this.#hasBos = options.hasBos
    this.wrapperName = `Pixie ${options.dialect.name}`
    const { call, callToken, result } = options.dialect
    this.settings = {
      supportsSystemMessages: true,
      functions: {
        call: {
          optionalPrefixSpace: false,
          prefix: toLlamaText(call.prefix),
          prefixAlternateMatches: [toLlamaText(callToken), plainText(callToken)],
          paramsPrefix: call.middle,
          suffix: toLlamaText(call.suffix),
          emptyCallParamsPlaceholder: {},
        },
        result: { prefix: toLlamaText(result.prefix), suffix: toLlamaText(result.suffix) },
      },
    }
  }

  /** What the model is made to write when it begins a call in its own way. */
  get callStart(): LlamaText {
    return toLlamaText(this.#dialect.callToken)
  }

  /** A call as the model writes it, up to where the text of its first argument begins. */
  callOpening(tool: string, argument: string): LlamaText {
    const { prefix, middle } = this.#dialect.call
    return LlamaText(toLlamaText(prefix), tool, middle, `{"${argument}": "`)
  }

  /** What ends the model's turn, as text. */
  get endOfTurn(): string {
    return this.#dialect.stops[0] ?? ''
  }

  override generateContextState(
    options: ChatWrapperGenerateContextStateOptions,
  ): ChatWrapperGeneratedContextState {
    const { mayCall, isCallDue } = this.#calling(options)
    return {
      contextText: LlamaText(this.pieces(options).map(({ text }) => text)),
      stopGenerationTriggers: [
        LlamaText(new SpecialToken('EOS')),
        ...this.#dialect.stops.map((stop) => LlamaText(new SpecialTokensText(stop))),
      ],
      detectFunctionCalls: mayCall,
      ...(isCallDue ? { noPrefixTrigger: { type: 'functionCall' as const, inject: LlamaText('') } } : {}),
    }
  }

  /** The prompt in pieces. Put together they are the context text. */
  pieces(options: ChatWrapperGenerateContextStateOptions): PromptPiece[] {
    const history = options.chatHistory
    const { open, close, hasSystemTurn } = this.#dialect
    const { mayCall } = this.#calling(options)
    const system = [
      ...history.flatMap((item) =>
        item.type === 'system' ? [piece('system', LlamaText.fromJSON(item.text))] : [],
      ),
      ...this.#toolPieces(options),
    ]
    const hasSystem = system.some(({ text }) => text.values.length > 0)
    const rendered: PromptPiece[] = this.#hasBos ? [piece('format', new SpecialToken('BOS'))] : []
    if (hasSystem && hasSystemTurn) rendered.push(format(open('system')), ...system, format(close))
    let folded = hasSystem && !hasSystemTurn ? [...system, format('\n\n')] : []
    for (const [index, item] of history.entries()) {
      if (item.type === 'user') {
        rendered.push(format(open('user')), ...folded, piece('user', item.text), format(close))
        folded = []
      } else if (item.type === 'model') {
        const isOpen = index === history.length - 1
        rendered.push(
          ...(isOpen ? this.#openReply(item.response, mayCall) : this.#earlierReply(item.response)),
        )
      }
    }
    return rendered
  }

  #calling({ chatHistory, availableFunctions = {} }: ChatWrapperGenerateContextStateOptions) {
    const calls = lastReply(chatHistory).filter((part) => typeof part !== 'string').length
    const mayCall = Object.keys(availableFunctions).length > 0 && !(this.#mustCall === 'once' && calls > 0)
    return { mayCall, isCallDue: mayCall && this.#mustCall !== 'free' && calls === 0 }
  }

  #toolPieces({ availableFunctions = {} }: ChatWrapperGenerateContextStateOptions): PromptPiece[] {
    const tools = Object.entries(availableFunctions).map(([name, { description, params }]) => ({
      name,
      description: description ?? '',
      parameters: shownSchema(params ?? { type: 'object', properties: {} }),
    }))
    if (tools.length === 0) return []
    const [before, lines, after] = this.#dialect.describeTools(toolLines(tools))
    return [format(before), piece('tools', lines), format(after)]
  }

  #earlierReply(response: readonly ModelPart[]): PromptPiece[] {
    const { open, close } = this.#dialect
    const text = response.filter((part) => typeof part === 'string')
    return [format(open('model')), piece('reply', text), format(close)]
  }

  #openReply(response: readonly ModelPart[], mayCall: boolean): PromptPiece[] {
    const { open, close, modelStart, call, result } = this.#dialect
    const start = format(open('model'), modelStart)
    const lastCall = response.findLastIndex((part) => typeof part !== 'string')
    const rounds = response.slice(0, lastCall + 1).flatMap((part): PromptPiece[] => {
      if (typeof part === 'string' || part.type !== 'functionCall') return []
      return [
        start,
        piece(
          'call',
          toLlamaText(call.prefix),
          part.name,
          call.middle,
          spacedJson(part.params ?? {}),
          toLlamaText(call.suffix),
        ),
        format(close, open('result'), result.prefix),
        piece('result', resultText(part.result)),
        format(result.suffix, close),
      ]
    })
    const text = response.slice(lastCall + 1).filter((part) => typeof part === 'string')
    return [...rounds, start, ...(mayCall ? [] : [piece('reply', text)])]
  }
}

const hidden = new Set(['maxLength', 'maxItems', 'allowed'])

/** The schema as the model reads it. Bounds are kept by the grammar and would only cost tokens. */
function shownSchema(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema
  const shown = Object.entries(schema).filter(
    ([key]) => !hidden.has(key) && !(key === 'enum' && 'allowed' in schema),
  )
  return Object.fromEntries(shown.map(([key, value]) => [key, shownSchema(value)]))
}

function lastReply(history: readonly ChatHistoryItem[]): readonly ModelPart[] {
  const last = history.at(-1)
  return last?.type === 'model' ? last.response : []
}

/** A tool's own words, not wrapped into JSON quotes, which small models copy. */
function resultText(result: unknown): string {
  return typeof result === 'string' ? result : spacedJson(result)
}

function toLlamaText(written: Written): LlamaText {
  if (typeof written === 'string') return LlamaText(written)
  if ('control' in written) return LlamaText(new SpecialTokensText(written.control))
  return LlamaText(written.map(toLlamaText))
}

/** The same characters without control tokens: how a model may spell its call token. */
function plainText(written: Written): LlamaText {
  if (typeof written === 'string') return LlamaText(written)
  return 'control' in written ? LlamaText(written.control) : LlamaText(written.map(plainText))
}
