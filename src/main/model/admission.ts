import { PixieError } from '../../shared/errors.ts'

/** Tokens of a prompt by part, as the model's own tokenizer counts them. */
export interface PromptParts {
  readonly instructions: number
  readonly tools: number
  /** Earlier turns and example requests. */
  readonly earlier: number
  readonly input: number
  /** Calls made so far and what the tools returned. */
  readonly results: number
}

/** Room for a reply that must be left, in tokens: a short sentence or a call. */
const replyReserveTokens = 64

const partNames: Readonly<Record<keyof PromptParts, string>> = {
  instructions: 'the instructions',
  tools: "the tools' descriptions",
  earlier: 'the earlier turns',
  input: 'the input',
  results: 'the conversation with its tool results',
}

/** True when a prompt and a small reply fit. The last token of the window is never used: the library would shift. */
export function fits(promptTokens: number, contextTokens: number, maxTokens: number): boolean {
  return promptTokens + Math.min(maxTokens, replyReserveTokens) <= contextTokens - 1
}

/** The error for a prompt that does not fit, naming its longest part. */
export function contextExceeded(promptTokens: number, contextTokens: number, parts: PromptParts): PixieError {
  const named = (Object.keys(partNames) as (keyof PromptParts)[])
    .map((part) => ({ name: partNames[part], tokens: parts[part] }))
    .sort((a, b) => b.tokens - a.tokens)
  const longest = named[0] ?? { name: partNames.input, tokens: 0 }
  return new PixieError('context-exceeded', {
    what:
      `The prompt is ${promptTokens} tokens long and the model's window is ${contextTokens}; ` +
      `its longest part is ${longest.name} with ${longest.tokens} tokens`,
    hint: `Shorten ${longest.name}, at least by ${promptTokens + replyReserveTokens + 1 - contextTokens} tokens.`,
  })
}
