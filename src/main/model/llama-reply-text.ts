import type { Token } from 'node-llama-cpp'
import type { Reply, RespondOptions } from './engine.ts'
import { type Run, RunEnd } from './llama-run.ts'
import { type CallScanner, createCallScanner, type KnownNames } from './wrappers/narrated-call.ts'

/** How many line breaks the library's grammar wants after a call's arguments before its loop goes on (3.21). */
const breaksAfterArguments = 4

/** The text side of one reply: what is shown, what is held back, and when a call takes over. */
export class ReplyText {
  readonly #names: KnownNames
  readonly #options: RespondOptions
  readonly #run: Run
  /** Called before a call that was written as text is taken back, with what was sampled last. */
  readonly #onNarratedCall: (unevaluated: readonly Token[]) => void
  #scanner: CallScanner
  #text = ''
  #mayCall: boolean
  /** True while arguments are decoded: their grammar exists by then. */
  hasGrammar = false
  /** How many tokens of the call's start have been forced; null = none is being forced. */
  #forcedCount: number | null = null
  #hasSkippedStart = false
  /** Of the call that is being decoded. */
  #arguments = ''

  constructor(
    names: KnownNames,
    options: RespondOptions,
    run: Run,
    onNarratedCall: (unevaluated: readonly Token[]) => void,
  ) {
    this.#names = names
    this.#options = options
    this.#run = run
    this.#onNarratedCall = onNarratedCall
    this.#scanner = createCallScanner(names)
    this.#mayCall = names.tools.length > 0
  }

  /** A piece of the model's text. */
  take({ text, tokens }: { text: string; tokens: readonly Token[] }, replyStart: string): void {
    if (replyStart !== '' && !this.#hasSkippedStart) {
      // The library reports the given beginning as the first piece.
      this.#hasSkippedStart = true
      return
    }
    this.#show(this.#scanner.push(text))
    if (this.#scanner.found === null || this.#forcedCount !== null) return
    if (this.#scanner.found === 'call' && this.#mayCall) {
      this.#forcedCount = 0
      this.#onNarratedCall(tokens.slice(-1))
    } else this.#run.end(new RunEnd('done'))
  }

  /** The token that must come next so that the written call becomes a real one, if any. */
  nextForced(callStart: readonly Token[]): Token | undefined {
    if (this.#forcedCount === null) return undefined
    const token = callStart[this.#forcedCount]
    this.#forcedCount += 1
    return token
  }

  takeArguments(text: string): void {
    this.hasGrammar = true
    this.#arguments += text
  }

  /** How many line breaks must come next, since the arguments of a call are complete; 0 while they are not. */
  missingLineBreaks(): number {
    const object = this.#arguments.trimEnd()
    if (!object.endsWith('}') || !isJson(object)) return 0
    return breaksAfterArguments - (this.#arguments.length - object.length)
  }

  beginCall(): void {
    this.hasGrammar = false
    this.#forcedCount = null
    this.#arguments = ''
    this.#scanner = createCallScanner(this.#names)
    this.#text = ''
  }

  endCall(isLast: boolean): void {
    if (isLast) this.#mayCall = false
  }

  reply(end: Reply['end']): Reply {
    if (this.#forcedCount !== null || this.hasGrammar) return { text: '', end }
    this.#show(this.#scanner.end())
    return { text: this.#text.trim(), end }
  }

  #show(text: string): void {
    const shown = this.#text === '' ? text.trimStart() : text
    if (shown === '') return
    this.#text += shown
    this.#options.onText?.(shown)
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
