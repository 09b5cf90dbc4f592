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
import { type Dialect, spacedJson, type Written } from './dialects.ts'

type ModelPart = ChatModelResponse['response'][number]

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

  /** What ends the model's turn, as text. */
  get endOfTurn(): string {
    return this.#dialect.stops[0] ?? ''
  }

  override generateContextState(
    options: ChatWrapperGenerateContextStateOptions,
  ): ChatWrapperGeneratedContextState {
    const tools = Object.entries(options.availableFunctions ?? {}).map(([name, { description, params }]) => ({
      name,
      description: description ?? '',
      parameters: shownSchema(params ?? { type: 'object', properties: {} }),
    }))
    const reply = lastReply(options.chatHistory)
    const calls = reply.filter((part) => typeof part !== 'string').length
    const mayCall = tools.length > 0 && !(this.#mustCall === 'once' && calls > 0)
    const isCallDue = mayCall && this.#mustCall !== 'free' && calls === 0
    const toolText = tools.length === 0 ? '' : this.#dialect.describeTools(tools)
    return {
      contextText: LlamaText(
        this.#hasBos ? [new SpecialToken('BOS')] : [],
        this.#turns(options.chatHistory, toolText, mayCall),
      ),
      stopGenerationTriggers: [
        LlamaText(new SpecialToken('EOS')),
        ...this.#dialect.stops.map((stop) => LlamaText(new SpecialTokensText(stop))),
      ],
      detectFunctionCalls: mayCall,
      ...(isCallDue ? { noPrefixTrigger: { type: 'functionCall' as const, inject: LlamaText('') } } : {}),
    }
  }

  #turns(history: readonly ChatHistoryItem[], toolText: Written, mayCall: boolean): LlamaTextInputValue[] {
    const { open, close, hasSystemTurn } = this.#dialect
    const system: LlamaTextInputValue = [
      ...history.flatMap((item) => (item.type === 'system' ? [LlamaText.fromJSON(item.text)] : [])),
      toLlamaText(toolText),
    ]
    const hasSystem = LlamaText(system).values.length > 0
    const rendered: LlamaTextInputValue[] = []
    if (hasSystem && hasSystemTurn) rendered.push(toLlamaText(open('system')), system, toLlamaText(close))
    let folded: LlamaTextInputValue = hasSystem && !hasSystemTurn ? [system, '\n\n'] : []
    for (const [index, item] of history.entries()) {
      if (item.type === 'user') {
        rendered.push(toLlamaText(open('user')), folded, item.text, toLlamaText(close))
        folded = []
      } else if (item.type === 'model') {
        const isOpen = index === history.length - 1
        rendered.push(isOpen ? this.#openReply(item.response, mayCall) : this.#earlierReply(item.response))
      }
    }
    return rendered
  }

  #earlierReply(response: readonly ModelPart[]): LlamaTextInputValue {
    const { open, close } = this.#dialect
    return [
      toLlamaText(open('model')),
      response.filter((part) => typeof part === 'string'),
      toLlamaText(close),
    ]
  }

  #openReply(response: readonly ModelPart[], mayCall: boolean): LlamaTextInputValue {
    const { open, close, modelStart, call, result } = this.#dialect
    const start = [toLlamaText(open('model')), toLlamaText(modelStart)]
    const lastCall = response.findLastIndex((part) => typeof part !== 'string')
    const rounds = response.slice(0, lastCall + 1).map((part): LlamaTextInputValue => {
      if (typeof part === 'string' || part.type !== 'functionCall') return []
      return [
        start,
        [
          toLlamaText(call.prefix),
          part.name,
          call.middle,
          spacedJson(part.params ?? {}),
          toLlamaText(call.suffix),
        ],
        toLlamaText(close),
        toLlamaText(open('result')),
        [toLlamaText(result.prefix), resultText(part.result), toLlamaText(result.suffix)],
        toLlamaText(close),
      ]
    })
    const text = response.slice(lastCall + 1).filter((part) => typeof part === 'string')
    return [rounds, start, mayCall ? [] : text]
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
