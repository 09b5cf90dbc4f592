import type { AnswerTask } from './answer.ts'
import { weighTerms } from './coverage.ts'
import { todayOf } from './day-words.ts'
import { asksAboutOwner } from './own-words.ts'
import type { HarnessPorts } from './ports.ts'

/** What an answer is made with: what the question's words and days mean, beside what the plan allows. */
export function answerTask(
  ports: HarnessPorts,
  { question, signal, emit }: Pick<AnswerTask, 'question' | 'signal' | 'emit'>,
  { dateIsAnswer = false, isReplan = false }: Partial<Pick<AnswerTask, 'dateIsAnswer' | 'isReplan'>> = {},
): AnswerTask {
  const { engine, switches, corpus } = ports
  return {
    engine,
    switches,
    question,
    terms: weighTerms(question, corpus),
    corpus,
    isAboutOwner: asksAboutOwner(question),
    range: ports.resolveRange(question),
    today: todayOf(ports.clock),
    dateIsAnswer,
    isReplan,
    signal,
    emit,
  }
}
