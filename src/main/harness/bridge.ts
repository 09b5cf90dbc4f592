/**
 * Facts that are found through another: one source says who or what is meant, a second one, which shares that name, says
 * what was asked. Code, no model.
 */
import { looseMatcher, queryTerms } from '../../shared/fold.ts'
import { stopWords } from '../../shared/fold-words.ts'
import { isEverydayWord } from '../search/related-words.ts'
import { type AskedValue, holdsPhone, holdsValue } from './asked-value.ts'
import { heldShare, heldTerms, shareOf, type WeightedTerm } from './coverage.ts'
import type { Corpus } from './ports.ts'
import type { Reading } from './readings.ts'

/** What two sources must hold together above the better of them, as a share of the terms' weight. */
const leastGain = 0.12
/** A source with one such line is asked about before others. */
const lineGain = 0.05
/** What the source that says who is meant must hold by itself. */
const leastLead = 0.45
/** Names of a lead that are followed. */
const mostNames = 3
/** A name in more documents than this says little, by share and by number. */
const mostShare = 0.15
const mostDocuments = 6

export interface BridgeTask {
  readonly question: string
  readonly terms: readonly WeightedTerm[]
  readonly corpus: Corpus
  readonly value: AskedValue | null
}

const mayHold = (text: string, { value, question }: Pick<BridgeTask, 'value' | 'question'>) =>
  holdsValue(text, value) && holdsPhone(text, question)

const capitalized = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]{2,}/gu

/** The line of a passage that holds most of the question. */
function leadLine(passage: string, terms: readonly WeightedTerm[]): string {
  const lines = passage.split('\n').filter((line) => line.trim() !== '')
  return lines.sort((a, b) => heldShare(b, terms) - heldShare(a, terms))[0] ?? ''
}

/** Names in a text that the question does not have and few documents hold, but more than this one. Folded. */
export function namesIn(text: string, { question, corpus }: BridgeTask): string[] {
  const asked = new Set(queryTerms(question))
  const most = Math.max(mostDocuments, corpus.size() * mostShare)
  const words = new Set((text.match(capitalized) ?? []).flatMap((word) => queryTerms(word)))
  return [...words].filter((word) => {
    // What stands nowhere else leads nowhere; an everyday word with a capital only begins a sentence.
    if (asked.has(word) || stopWords.has(word) || isEverydayWord(word)) return false
    const documents = corpus.frequency(word)
    return documents > 1 && documents <= most
  })
}

export interface Lead {
  readonly reading: Reading
  /** The line of it that says who or what is meant, verbatim. */
  readonly line: string
  /** Folded; at most three, as they stand in the line. */
  readonly names: readonly string[]
  /** Words of the question that it lacks. Folded. */
  readonly missing: readonly string[]
}

/** The sources that may say who or what is meant, best first: they hold much of the question but not what it asks for. */
export function leadsOf(readings: readonly Reading[], task: BridgeTask): Lead[] {
  const { terms } = task
  const leads = readings.flatMap((reading): (Lead & { share: number })[] => {
    const line = leadLine(reading.passage, terms)
    const share = heldShare(line, terms)
    const held = heldTerms(line, terms)
    const missing = terms.flatMap(({ forms }, i) => ((held & (1 << i)) === 0 ? forms.slice(0, 1) : []))
    const names = namesIn(line, task).slice(0, mostNames)
    const isOpen = missing.length > 0 || !mayHold(line, task)
    return share >= leastLead && isOpen && names.length > 0 ? [{ reading, line, names, missing, share }] : []
  })
  return leads.sort((a, b) => b.share - a.share)
}

/** The one line of a source that holds most of the lead's names, where it holds a value too. */
function namedLine({ names }: Lead, { passage }: Reading, task: BridgeTask): string | null {
  const lines = passage.split('\n').map((line) => {
    return { line, named: names.filter(looseMatcher(line)).length }
  })
  const most = Math.max(...lines.map(({ named }) => named))
  const [only, ...others] = lines.filter(({ named }) => named === most && most > 0)
  return only !== undefined && others.length === 0 && mayHold(only.line, task) ? only.line : null
}

/** A lead and a source that shares a name with it, as one source; null when the second adds nothing. */
export function joined(lead: Lead, other: Reading, task: BridgeTask): Reading | null {
  const { terms, value } = task
  if (other.sources.some(({ id }) => lead.reading.sources.some((source) => source.id === id))) return null
  const stands = looseMatcher(`${other.title}\n${other.passage}`)
  if (!lead.names.some(stands)) return null
  const [first, second] = [heldTerms(lead.line, terms), heldTerms(`${other.title}\n${other.passage}`, terms)]
  const together = shareOf(first | second, terms)
  const gain = together - Math.max(shareOf(first, terms), shareOf(second, terms))
  const givesValue = value !== null && !mayHold(lead.line, task) && mayHold(other.passage, task)
  if (gain < leastGain && !givesValue) return null
  const line = value === null ? null : namedLine(lead, other, task)
  return {
    title: other.title,
    passage: `${lead.line}\n${other.passage}`,
    coverage: together + (line === null ? 0 : lineGain),
    joinedLine: line,
    sources: [...other.sources, ...lead.reading.sources],
  }
}
