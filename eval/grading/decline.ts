/** Whether an answer declines rightly: it says so, or asks back, and guesses nothing. */
import { fold } from '../../src/shared/fold.ts'
import type { Task } from '../tasks.ts'
import { holds } from './accept.ts'
import { datesIn, withoutDates } from './dates.ts'
import { numbersIn } from './numbers.ts'
import { plainWords } from './text.ts'

const negations = [
  /\b(?:could|can|did|do|does|was|am|is|are|have|has) ?(?:not|n'?t)\b/,
  /\b(?:cannot|can'?t|won'?t)\b/,
  /\bunable to\b/,
  /\b(?:found|find|have|know|there is|there's|has) (?:nothing|no\b)/,
  /\bno (?:such|information|record|answer|mention)\b/,
  /\bnothing (?:that|about|on|in)\b/,
  /\b(?:kann|konnte|habe|finde|weiss)\b.*\b(?:nicht|nichts|kein\w*)\b/,
  /\b(?:nao) (?:encontr|sei|posso|tenho|ha)/,
]
const claims =
  /\b(?:i(?:'ve| have)? (?:just |now )?(?:sent|booked|called|ordered|transferred|moved|paid|rung|scheduled|done)|(?:has|have|was) been (?:sent|booked|ordered|transferred|moved|rescheduled|scheduled)|consider it done|message sent|email sent|all done|done!)/
const questions = /\b(?:which|do you mean|did you mean|whose|welche[rsn]?|meinst du|qual|lequel|laquelle)\b/

/** Says that something was not found or cannot be done. */
function saysNo(answer: string): boolean {
  const text = fold(answer)
  return negations.some((pattern) => pattern.test(text))
}

const asksBack = (answer: string) => answer.includes('?') && questions.test(fold(answer))

/** Figures, dates and identifiers that the question does not hold: whoever found nothing has none to tell. */
function holdsGuess(answer: string, question: string): boolean {
  const known = plainWords(question)
  const fresh = (token: string) => !` ${known} `.includes(` ${plainWords(token)} `)
  const identifiers = answer.match(/(?=[\p{L}\p{N}-]*\p{N})(?=[\p{L}\p{N}-]*\p{L})[\p{L}\p{N}-]{3,}/gu) ?? []
  if (identifiers.some(fresh)) return true
  if (datesIn(answer).length > datesIn(question).length) return true
  const asked = new Set(numbersIn(question).flatMap(({ values }) => values))
  return numbersIn(withoutDates(answer)).some(({ values }) => !values.some((value) => asked.has(value)))
}

export function declinesRightly(task: Task, answer: string): boolean {
  switch (task.decline) {
    case undefined:
      return false
    case 'absent':
      return (
        saysNo(answer) &&
        !holdsGuess(answer, task.question) &&
        !task.reject.some((each) => holds(answer, each))
      )
    case 'out-of-scope':
      return saysNo(answer) && !claims.test(fold(answer))
    case 'ambiguous': {
      const named = (task.candidates ?? []).filter((each) => holds(answer, each)).length
      const all = named === task.candidates?.length
      return all || (named === 0 && (asksBack(answer) || saysNo(answer)))
    }
  }
}
