/** What a plan's tools brought, and when the model is asked about it: what clearly fits at once, what may fit at the end. */
import { fold, looseMatcher } from '../../shared/fold.ts'
import { inTurns } from '../../shared/steps.ts'
import { namesExcluded } from '../search/telling-terms.ts'
import type { FoundDate } from '../tools/tool.ts'
import {
  type AnswerTask,
  type AskOptions,
  askSource,
  type DraftAnswer,
  fromDate,
  fromEvents,
} from './answer.ts'
import { askedValue, holdsPhone, holdsValue } from './asked-value.ts'
import { joined, type Lead, leadsOf } from './bridge.ts'
import { heldShare, holdsName } from './coverage.ts'
import { mayBeSeveral, namesakesIn, subjectsOf } from './namesakes.ts'
import { noteText, type Reading, readHaul, readShort, readThrough, type ShortText } from './readings.ts'
import type { Haul } from './side-channel.ts'

/** How many sources of one haul are asked about at once: each costs a prompt evaluation. */
const sourcesAtOnce = 2
/** How many of those that may fit are asked about at the end. */
const sourcesAtEnd = 3
/** Passages of the Notebook that are read through at the very end. */
const sourcesReadThrough = 4
/** Sources that share less than enough with the question, and how many of them are asked about when all else failed. */
const leastAtLast = 0.2
const sourcesAtLast = 2
/** Sources that say who is meant, of those that are joined with others. */
const leadsJoined = 2
/** What a source that says of itself that it is out of date loses when sources are ordered. */
const staleLoss = 0.2
/** Folded. */
const staleWords =
  /(?<![\p{L}])(?:old|former|expired|cancelled|canceled|void|obsolete|outdated|deceased|draft|antig[oa]|cancelad[oa]|anulad[oa]|caducad[oa]|ancien(?:ne)?|perimee?|expiree?|annulee?|veraltet|abgelaufen|ungultig|storniert|verstorben|vecchi[oa]|scadut[oa]|annullat[oa]|oud|verlopen|vervallen|gammal|utgangen|stary|niewazny|sen(?:as|a)|negalioja|stariy|eski|gecersiz)(?![\p{L}])|旧|古い|無効|期限切れ|过期|作废/u

export interface Evidence {
  /** The answer of a source of this haul that clearly fits, streamed and checked; null when there is none. */
  take(haul: Haul): Promise<DraftAnswer | null>
  /** The answer of the sources that `take` passed over, best first, then of pages about persons that are named. */
  rest(): Promise<DraftAnswer | null>
  /** The answer of notes that none of the question's words led to; asked with more certainty than others. */
  readThrough(haul: Haul): Promise<DraftAnswer | null>
  /** The answer of sources that share a little with the question, when no other has one; asked with more certainty. */
  lastResort(): Promise<DraftAnswer | null>
  /** The first answer that says less than was asked for; null for none. */
  partial(): DraftAnswer | null
  /** A source that says who or what is meant, when no source says what was asked. Each is given once. */
  nextLead(): Lead | null
}

/** @param asked what the model was asked about in this turn already; filled further */
export function createEvidence(task: AnswerTask, asked: Set<string>): Evidence {
  const { engine, switches, question, terms, corpus } = task
  const seen: Reading[] = []
  const pages = new Map<string, ShortText>()
  const followed = new Set<string>()
  let partial: DraftAnswer | null = null
  const value = askedValue(question)
  const bridge = { question, terms, corpus, value }
  const subjects = subjectsOf(terms)
  const known = terms.filter(({ isUnknown }) => !isUnknown)
  const enough = switches.rareWords ? engine.profile.coverageThreshold : 0
  const clearly = switches.rareWords && switches.earlyAnswer ? engine.profile.clearCoverage : 0
  const asksForStale = staleWords.test(fold(question))

  const keyOf = ({ title, passage }: Reading) => `${title}\n${passage}`
  /** A word that stands nowhere in the data cannot be what another source has and this one lacks. */
  const clarity = (reading: Reading) => heldShare(keyOf(reading), known)
  const isStale = ({ title, passage }: Reading) =>
    !asksForStale && staleWords.test(fold(`${title}\n${passage.split('\n')[0] ?? ''}`))
  const worth = (reading: Reading) => reading.coverage - (isStale(reading) ? staleLoss : 0)
  const byWorth = (readings: readonly Reading[]) => [...readings].sort((a, b) => worth(b) - worth(a))
  const excluded = namesExcluded(question)
  const mayHold = (reading: Reading) =>
    holdsValue(reading.passage, value) &&
    holdsPhone(reading.passage, question) &&
    !excluded.some(looseMatcher(keyOf(reading)))
  const fits = (reading: Reading) => reading.coverage >= enough && mayHold(reading) && reading.isNext !== true

  async function askAbout(
    readings: readonly Reading[],
    options: AskOptions = {},
  ): Promise<DraftAnswer | null> {
    for (const reading of readings) {
      if (asked.has(keyOf(reading))) continue
      asked.add(keyOf(reading))
      // One value is asked for, and several rows have one.
      if (switches.askBack && value !== null && reading.alike !== undefined)
        return whichOne(reading.alike, reading.sources)
      const answer = await askSource(reading, task, options)
      if (answer?.isPartial === true) {
        partial ??= answer
        task.emit({ type: 'text-replace', text: '' })
      } else if (answer !== null) return answer
    }
    return null
  }

  /** Pages of persons whom the question names, whatever words they use: about the person, perhaps without any other word. */
  async function fromPages(): Promise<DraftAnswer | null> {
    const [reading] = await inTurns(readShort('Notebook', [...pages.values()], task))
    return reading === undefined ? null : askAbout([reading])
  }

  /** Asks back, with a line about each. */
  function whichOne(lines: readonly string[], sources: DraftAnswer['sources']): DraftAnswer {
    const items = new Set(lines.map((line) => `- ${line.trim()}`))
    const text = ['I found more than one. Which one do you mean?', ...items].join('\n')
    task.emit({ type: 'text-delta', text })
    return { text, sources }
  }

  /** When the question may mean several persons. */
  function askBack(): DraftAnswer | null {
    const several =
      subjects.map((subject) => namesakesIn(seen, subject)).find(({ length }) => length > 0) ?? []
    if (several.length === 0) return null
    const sources = several.flatMap(({ reading }) => reading.sources.slice(0, 1))
    return whichOne(
      several.map(({ line }) => line),
      sources,
    )
  }

  /** Rows that are meant alike are asked back about by themselves. */
  const isOfOne = ({ alike }: Reading) => alike === undefined

  const joinedWithLeads = () =>
    leadsOf(seen, bridge)
      .slice(0, leadsJoined)
      .flatMap((lead) => seen.flatMap((other) => joined(lead, other, bridge) ?? []))

  return {
    async take(haul) {
      if (haul.tool === 'queryCalendar') return fromEvents(haul, task)
      const date = haul.found.find((item): item is FoundDate => item.kind === 'date')
      if (date !== undefined) return task.dateIsAnswer ? fromDate(date, task) : null
      for (const item of haul.found)
        if (item.kind === 'note' && holdsName(item.title, terms)) pages.set(item.id, noteText(item))
      const readings = await inTurns(readHaul(haul, task))
      seen.push(...readings)
      const single = seen.filter(isOfOne)
      if (switches.askBack && subjects.some((subject) => mayBeSeveral(single, subject))) return null
      const clear = readings.filter((reading) => fits(reading) && clarity(reading) >= clearly)
      return askAbout(byWorth(clear).slice(0, sourcesAtOnce))
    },
    async rest() {
      const several = switches.askBack ? askBack() : null
      if (several !== null) return several
      const joins = switches.bridges ? joinedWithLeads() : []
      const open = [...seen, ...joins].filter((reading) => fits(reading) && !asked.has(keyOf(reading)))
      const best = byWorth(open).slice(0, sourcesAtEnd)
      return (await askAbout(best)) ?? (switches.rareWords ? fromPages() : null)
    },
    readThrough({ found }) {
      const notes = found.flatMap((item) => (item.kind === 'note' ? [noteText(item)] : []))
      return askAbout(readThrough(notes, task).slice(0, sourcesReadThrough), { isCertain: true })
    },
    lastResort() {
      const sharesSome = (reading: Reading) =>
        reading.coverage >= leastAtLast || holdsName(keyOf(reading), terms)
      const open = seen.filter(
        (reading) => sharesSome(reading) && mayHold(reading) && !asked.has(keyOf(reading)),
      )
      return askAbout(byWorth(open).slice(0, sourcesAtLast), { isCertain: true })
    },
    partial: () => partial,
    nextLead() {
      if (!switches.bridges) return null
      const lead = leadsOf(seen, bridge).find(({ line }) => !followed.has(line)) ?? null
      if (lead !== null) followed.add(lead.line)
      return lead
    },
  }
}
