import type { EmitRunEvent } from '../../shared/run-event.ts'
import type { Reply } from '../model/engine.ts'

const why = {
  'max-tokens': 'The answer ends here because it got too long. Ask for the rest of it.',
  time: 'The answer ends here because it took too long. Ask for the rest of it.',
} satisfies Record<Exclude<Reply['end'], 'done'>, string>

/** Says so below an answer that was broken off: it would read as if it were whole. */
export function noteCut(end: Reply['end'], emit: EmitRunEvent): void {
  if (end !== 'done') emit({ type: 'notice', text: why[end] })
}
