/**
 * What code can see before L1's scores are read: a question that asks for nothing but a date, one whose words name events,
 * one that has nothing to do with the owner. Each counts for the handles that it speaks for, beside the model's own scores.
 */
import { queryTerms } from '../../shared/fold.ts'
import type { FoundEvent, Tool } from '../tools/tool.ts'
import { asksForAction } from './actions.ts'
import { askedValue } from './asked-value.ts'
import { looksUp } from './attempt.ts'
import { type WeightedTerm, weighTerms } from './coverage.ts'
import { answerFromEvents } from './list-answers.ts'
import { isOfOwnWords, mentionsOwner, standsInOwnData } from './own-words.ts'
import type { HarnessPorts } from './ports.ts'

/** Natural logarithm of the odds by which evidence moves a handle; chosen on requests that no report counts. */
const strength = { date: 4, events: 3, general: 2.5, own: 2.5, action: 6 } as const

/** Words that a question about a date alone is made of. Folded. */
const dateWords =
  /^(?:date|dates|day|days|weekday|week|weeks|weekend|month|year|number|calendar|today|tomorrow|yesterday|tonight|next|last|this|first|second|third|coming|ago|now|after|before|one|two|three|four|five|six|seven|eight|nine|ten|datum|tag|tage|wochentag|woche|wochen|monat|jahr|kw|heute|morgen|gestern|ubermorgen|nachste[nrms]?|letzte[nrms]?|kommende[nrms]?|der|die|das|ist|welche[nrms]?|\p{N}+(?:st|nd|rd|th)?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|january|february|march|april|may|june|july|august|september|october|november|december)$/u
const asksForDate =
  /(?<![\p{L}])(?:(?:what|which)(?:'s| is| was| are| were)?(?: the)? (?:dates?|day|weekday|week|month|year)|what(?:'s| is) today|welche[rsn]? (?:datum|tag|wochentag|woche)|der wievielte)(?![\p{L}])/iu

export function asksForDateOnly(question: string): boolean {
  return asksForDate.test(question) && queryTerms(question).every((term) => dateWords.test(term))
}

/** Whether the calendar has events that the question names, or that its days are asked about with no other words. */
async function namesEvents(
  question: string,
  { grantedTools, resolveRange, corpus }: HarnessPorts,
  signal: AbortSignal,
): Promise<boolean> {
  const calendar = grantedTools.find(({ name }) => name === 'queryCalendar')
  const range = resolveRange(question)
  const value = askedValue(question)
  // A figure stands in a paper or a note, also where an event has the same name.
  if (calendar === undefined || value === 'figure' || (range === null && value !== 'moment')) return false
  const args = calendar.resolveArguments?.({ question, instruction: null }) ?? {}
  const { found } = await calendar.run(args, { signal, question, instruction: null })
  const events = found.filter((item): item is FoundEvent => item.kind === 'event')
  return (
    answerFromEvents(question, events, range, {
      leastNamed: range === null ? 2 / 3 : 1 / 2,
      related: corpus.related,
    }) !== null
  )
}

/** A skill of prose alone tells no date. */
const tellsDateOnly = (tools: readonly Tool[]) =>
  tools.some(({ name }) => name === 'current_date') && !tools.some(looksUp)

export interface EvidenceInput {
  readonly question: string
  readonly isFollowUp: boolean
  readonly signal: AbortSignal
}

/** What to add to the log-probability of a handle, or of null for "no tool". */
export async function handleEvidence(
  ports: HarnessPorts,
  { question, isFollowUp, signal }: EvidenceInput,
): Promise<(handle: string | null) => number> {
  const toolsOf = (handle: string): readonly Tool[] => ports.namespace.expand([handle]).tools
  if (asksForDateOnly(question))
    return (handle) => (handle !== null && tellsDateOnly(toolsOf(handle)) ? strength.date : 0)
  if (await namesEvents(question, ports, signal))
    return (handle) =>
      handle !== null && toolsOf(handle).some(({ name }) => name === 'queryCalendar') ? strength.events : 0
  const againstLooking = asksForAction(question)
    ? strength.action
    : isGeneral(ports, { question, isFollowUp, signal })
      ? strength.general
      : 0
  const forLooking = againstLooking > 0 ? -againstLooking : isOwn(ports, question) ? strength.own : 0
  return (handle) => (handle !== null && toolsOf(handle).some(looksUp) ? forLooking : 0)
}

/** A word in more documents than so many, or this share of them, says nothing about whose it is. */
const fewDocuments = 5
const fewShare = 0.17

/** What a word means and how a thing works is asked of anybody, also where the owner's data has the word. */
const definition =
  /^\s*(?:what(?:'s| is| are) (?:an? )?[\p{L}-]+\s*[?？]?\s*$|what does .* (?:mean|stand for)|.*difference between|how (?:do|does) (?!i\b|we\b|my\b).* work)/iu

/** All that is asked about stands in the owner's data, and some of it in few places. */
function isOwn({ corpus }: HarnessPorts, question: string): boolean {
  if (definition.test(question)) return false
  const terms = weighTerms(question, corpus)
  const few = Math.max(fewDocuments, corpus.size() * fewShare)
  const isRare = ({ forms }: WeightedTerm) =>
    forms.some((form) => {
      const documents = corpus.frequency(form)
      return documents > 0 && documents <= few
    })
  return isOfOwnWords(terms) && terms.some(isRare)
}

/** Nothing in the question is about the asker or stands in the asker's data. */
function isGeneral(ports: HarnessPorts, { question, isFollowUp }: EvidenceInput): boolean {
  return (
    !mentionsOwner(question) &&
    ports.resolveRange(question) === null &&
    !isOfOwnWords(weighTerms(question, ports.corpus)) &&
    !standsInOwnData(question, ports.corpus, isFollowUp)
  )
}
