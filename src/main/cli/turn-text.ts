/** A turn as a person reads it in a terminal. */
import { PixieError } from '../../shared/errors.ts'
import type { RunEvent } from '../../shared/run-event.ts'
import type { Source, Turn } from '../../shared/turn.ts'
import type { CommandIo } from './command.ts'
import { forTerminal } from './for-terminal.ts'

function sourceLine(source: Source): string {
  const place = source.location === null || source.kind === 'event' ? '' : `, ${source.location}`
  if (source.kind === 'file') return `${source.title}${place}\n    ${source.path}`
  const names = { note: 'Notebook', memory: 'Memory log', event: 'Calendar', date: 'Date' } as const
  return source.title === '' || source.kind === 'date'
    ? names[source.kind]
    : `${names[source.kind]}: ${source.title}${place}`
}

/** A turn that failed is the command's failure; one that found nothing is an answer. */
export function assertSucceeded(turn: Turn): Turn {
  if (turn.error === undefined) return turn
  const { code, message, hint } = turn.error
  throw new PixieError(code, { what: message.replace(/\.$/, ''), hint })
}

export function sourcesText(sources: readonly Source[]): string {
  return sources.map((source) => `  from ${sourceLine(source)}\n`).join('')
}

/** Shows events as they come: the plan and the pills as notes, the answer as text. */
export function createTurnPrinter(io: CommandIo): { show(event: RunEvent): void; finish(turn: Turn): void } {
  let streamed = ''
  return {
    show(event) {
      switch (event.type) {
        case 'plan':
          io.note(event.replanned ? `Trying another way: ${event.plan.rationale}` : event.plan.rationale)
          break
        case 'notice':
          io.note(event.text)
          break
        case 'pill': {
          const { label, state, detail } = event.pill
          if (state === 'running') io.progress(`[${label}] …`)
          else {
            io.progress('')
            io.note(`[${label}] ${state === 'done' ? detail || 'done' : state}`)
          }
          break
        }
        case 'text-delta':
          io.progress('')
          streamed += event.text
          io.write(forTerminal(event.text))
          break
        case 'run-start':
        case 'text-replace':
        case 'sources':
        case 'run-end':
          break
      }
    },
    /** What was streamed and did not hold is followed by what does. */
    finish(turn) {
      io.progress('')
      const answer = streamed.trim() === turn.answer.trim() ? '' : turn.answer
      if (answer !== '') io.write(forTerminal(`${streamed === '' ? '' : '\n'}${answer}`))
      io.write(forTerminal(`${turn.answer === '' ? '' : '\n'}${sourcesText(turn.sources)}`))
    },
  }
}
