import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type LabelledText, type LedgerPart, textOf } from '../../shared/ledger.ts'

const texts = new Map<string, string>()

function load(file: string): string {
  const known = texts.get(file)
  if (known !== undefined) return known
  const text = readFileSync(new URL(`./prompts/${file}`, import.meta.url), 'utf8').trimEnd()
  texts.set(file, text)
  return text
}

const promptNames = [
  'answer',
  'answer-input',
  'call-tool',
  'call-tool-plain',
  'chat',
  'follower',
  'follower-input',
  'plan-tool',
  'tool-agent',
  'tool-agent-input',
] as const

/** The harness' texts: one file each under `prompts/`, reviewed as prose. */
export type PromptName = (typeof promptNames)[number]

/** Every text, placeholders unfilled. */
export function promptTexts(): string[] {
  return promptNames.map((name) => load(`${name}.md`))
}

/** The text with each `{{name}}` filled in, once: what is filled in is never read as a placeholder. Blank lines at the end go. */
export function prompt(name: PromptName, values: Readonly<Record<string, string>> = {}): string {
  return textOf(promptPieces(name, values))
}

/** What is filled in: Pixie's own words, or pieces that say whose they are. */
export type PromptValue = string | LabelledText | readonly LabelledText[]

/** As `prompt`, in pieces that tell what was filled in from the text around it. */
export function promptPieces(
  name: PromptName,
  values: Readonly<Record<string, PromptValue>> = {},
): LabelledText[] {
  const pieces = load(`${name}.md`)
    .split(/\{\{(\w+)\}\}/)
    .flatMap((text, at) => {
      if (at % 2 === 0) return [ownWords(text)]
      const value = values[text]
      if (value === undefined) throw new Error(`prompt ${name} needs a value for ${text}`)
      return typeof value === 'string' ? [ownWords(value)] : value
    })
  return trimmedEnd(pieces)
}

export const labelled = (part: LedgerPart, text: string): LabelledText => ({ part, text })

const ownWords = (text: string) => labelled('guidance', text)

function trimmedEnd(pieces: readonly LabelledText[]): LabelledText[] {
  const trimmed = pieces.filter(({ text }) => text !== '')
  for (let last = trimmed.pop(); last !== undefined; last = trimmed.pop()) {
    const text = last.text.trimEnd()
    if (text !== '') return [...trimmed, { ...last, text }]
  }
  return []
}

const AnswerExample = z.strictObject({
  title: z.string(),
  passage: z.string(),
  question: z.string(),
  reply: z.string(),
})

/** Sources with and without the answer, shown before every answer. */
export function answerExamples(): { user: string; reply: string }[] {
  const examples = z.array(AnswerExample).parse(JSON.parse(load('answer-examples.json')))
  return examples.map(({ reply, ...source }) => ({ user: prompt('answer-input', source), reply }))
}
