/** What a plan's tools brought, and when the model is asked about it: what clearly fits at once, what may fit at the end. */
import { inTurns } from '../../shared/steps.ts'
import type { FoundDate } from '../tools/tool.ts'
import { type AnswerTask, askSource, type DraftAnswer, fromDate, fromEvents } from './answer.ts'
import { askedValue, holdsValue } from './asked-value.ts'
import { heldShare, holdsName } from './coverage.ts'
import { noteText, type Reading, readHaul, readShort, type ShortText } from './readings.ts'
import type { Haul } from './side-channel.ts'

/** How many sources of one haul are asked about at once: each costs a prompt evaluation. */
const sourcesAtOnce = 2
/** How many of those that may fit are asked about at the end. */
const sourcesAtEnd = 3

export interface Evidence {
  /** The answer of a source of this haul that clearly fits, streamed and checked; null when there is none. */
  take(haul: Haul): Promise<DraftAnswer | null>
  /** The answer of the sources that `take` passed over, best first, then of pages about persons that are named. */
  rest(): Promise<DraftAnswer | null>
}

/** @param asked what the model was asked about in this turn already; filled further */
export function createEvidence(task: AnswerTask, asked: Set<string>): Evidence {
  const { engine, switches, question, terms } = task
  const waiting: Reading[] = []
  const pages = new Map<string, ShortText>()
  const value = askedValue(question)
  const enough = switches.rareWords ? engine.profile.coverageThreshold : 0
  const known = terms.filter(({ isUnknown }) => !isUnknown)
  /** A word that stands nowhere in the data cannot be what another source has and this one lacks. */
  const clarity = ({ title, passage }: Reading) => heldShare(`${title}\n${passage}`, known)
  const clearly = switches.rareWords && switches.earlyAnswer ? engine.profile.clearCoverage : 0

  async function askAbout(readings: readonly Reading[]): Promise<DraftAnswer | null> {
    for (const reading of readings) {
      const key = `${reading.title}\n${reading.passage}`
      if (asked.has(key)) continue
      asked.add(key)
      const answer = await askSource(reading, task)
      if (answer !== null) return answer
    }
    return null
  }

  /** Pages of persons whom the question names, whatever words they use: about the person, perhaps without any other word. */
  async function fromPages(): Promise<DraftAnswer | null> {
    const [reading] = await inTurns(readShort('Notebook', [...pages.values()], task))
    return reading === undefined ? null : askAbout([reading])
  }

  return {
    async take(haul) {
      if (haul.tool === 'queryCalendar') return fromEvents(haul, task)
      const date = haul.found.find((item): item is FoundDate => item.kind === 'date')
      if (date !== undefined) return task.dateIsAnswer ? fromDate(date, task) : null
      for (const item of haul.found)
        if (item.kind === 'note' && holdsName(item.title, terms)) pages.set(item.id, noteText(item))
      const fitting = (await inTurns(readHaul(haul, task))).filter(
        ({ coverage, passage }) => coverage >= enough && holdsValue(passage, value),
      )
      waiting.push(...fitting)
      return askAbout(fitting.filter((reading) => clarity(reading) >= clearly).slice(0, sourcesAtOnce))
    },
    async rest() {
      const open = waiting.filter(({ title, passage }) => !asked.has(`${title}\n${passage}`))
      const best = open.sort((a, b) => b.coverage - a.coverage).slice(0, sourcesAtEnd)
      return (await askAbout(best)) ?? (switches.rareWords ? fromPages() : null)
    },
  }
}
